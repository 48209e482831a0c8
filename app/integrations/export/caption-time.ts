/** Formats a caption timestamp as HH:MM:SS and milliseconds. @param mark ',' in SubRip, '.' in WebVTT */
export function captionTime(ms: number, mark: ',' | '.'): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(ms / 1000);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return `${clock}${mark}${String(ms % 1000).padStart(3, '0')}`;
}
