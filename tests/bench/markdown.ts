/** A table as the README has them. */
export function markdownTable(heads: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |\n`;
  return [heads, heads.map(() => '---'), ...rows].map(line).join('');
}

/** A share as tables give it; a dash where there is none. */
export const percent = (value: number | null) => (value === null ? '–' : `${value.toFixed(2)} %`);

/** A dash where the system does not tell. */
export const megabytes = (bytes: number) => (bytes > 0 ? `${(bytes / 1_000_000).toFixed(0)} MB` : '–');
