/**
 * A row of a table as text (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe in front.
 */
export function csvRow(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => quoted(harmless(String(cell)))).join(',')}\r\n`;
}

const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
