/**
 * Formats a CSV row (RFC 4180). Prevents CSV injection: a cell that a spreadsheet would treat as a formula is
 * prefixed with an apostrophe.
 */
export function csvRow(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => quoted(harmless(String(cell)))).join(',')}\r\n`;
}

const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
