// Times as people say them.
export const clock = (at) => new Date(at).toLocaleTimeString("en-GB");

// ago is how long ago a moment was, by the robot's clock.
export function ago(at, now) {
  const seconds = Math.max(0, Math.round((new Date(now) - new Date(at)) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172800) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} d`;
}
