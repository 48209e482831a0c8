/** Less than this was not listened to, but tried. */
const MIN_PLAYED_S = 5;

/** Tells the server where playback stands whenever the page is left or hidden, so that the dashboard leads back. */
export function rememberPosition(audio: HTMLAudioElement): void {
  let toldMs = 0;
  document.addEventListener('visibilitychange', () => {
    const positionMs = Math.round(audio.currentTime * 1000);
    if (!document.hidden || audio.currentTime < MIN_PLAYED_S || positionMs === toldMs) return;
    toldMs = positionMs;
    const body = JSON.stringify({ positionMs });
    const headers = { 'Content-Type': 'application/json' };
    const address = `${location.pathname}/position`;
    fetch(address, { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
  });
}
