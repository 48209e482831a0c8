const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Formats a position in a recording or its length: '00:01:12'; hours may exceed 99. */
export function formatPosition(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(':');
}

/** '12 min', '1 h 05 min', '10 h', rounded down, since a partly used minute of a balance is no longer a whole one. */
export function formatDuration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = `${Math.floor(minutes / 60)} h`;
  return minutes % 60 === 0 ? hours : `${hours} ${twoDigits(minutes % 60)} min`;
}
