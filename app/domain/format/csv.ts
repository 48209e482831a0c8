/**
 * Formats a CSV row (RFC 4180). Prevents CSV injection: a cell that a spreadsheet would treat as a formula is
 * prefixed with an apostrophe.
 */
export function formatCsvRow(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => quoteCell(escapeFormula(String(cell)))).join(',')}\r\n`;
}

const escapeFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quoteCell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
