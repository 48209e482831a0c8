/** RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe (CSV injection). */
export function formatCsvRow(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => quoteCell(escapeFormula(String(cell)))).join(',')}\r\n`;
}

const escapeFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quoteCell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
