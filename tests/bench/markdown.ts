export function markdownTable(heads: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |\n`;
  return [heads, heads.map(() => '---'), ...rows].map(line).join('');
}

/** A rate in percent; a dash for null. */
export const percent = (value: number | null) => (value === null ? '–' : `${value.toFixed(2)} %`);

/** A dash where the system does not report it. */
export const megabytes = (bytes: number) => (bytes > 0 ? `${(bytes / 1_000_000).toFixed(0)} MB` : '–');
