// Times as people say them.
import { t } from "./op-words.js";

export const clock = (at) => new Date(at).toLocaleTimeString("en-GB");

// ago is how long ago a moment was, by the robot's clock.
export function ago(at, now) {
  const seconds = Math.max(0, Math.round((new Date(now) - new Date(at)) / 1000));
  if (seconds < 60) return t("{n} s", { n: seconds });
  if (seconds < 3600) return t("{n} min", { n: Math.floor(seconds / 60) });
  if (seconds < 172800) return t("{n} h", { n: Math.floor(seconds / 3600) });
  return t("{n} d", { n: Math.floor(seconds / 86400) });
}
