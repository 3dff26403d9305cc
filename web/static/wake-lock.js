// A screen beside the robot must not go dark while nobody touches it. Browsers let the lock go whenever
// the page is hidden, and have none for pages that come over the network without encryption.
export async function keepScreenAwake() {
  const ask = async () => {
    if (document.hidden) return;
    try {
      await navigator.wakeLock?.request("screen");
    } catch {
      // refused, as with a low battery: the screen may go dark then
    }
  };
  addEventListener("visibilitychange", ask);
  await ask();
}
