import type { InterfaceLanguage } from './language';

/** A number is written in the language's form; a text is never taken for a formula. */
export type CsvCell = string | number;

/** Without it, spreadsheets read UTF-8 as the machine's own character set. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Where a comma separates decimals, spreadsheets expect semicolons between cells. */
const SEPARATORS: Record<InterfaceLanguage, string> = { pt: ';', en: ',' };

/** A table for a spreadsheet in the reader's language (RFC 4180, with a byte order mark). */
export const formatCsv = (rows: readonly (readonly CsvCell[])[], language: InterfaceLanguage): string =>
  BYTE_ORDER_MARK + formatRows(rows, language);

/** As formatCsv, a chunk for each batch of rows: a generator that waited for each row would cost more than the rows. */
export async function* streamCsv(
  batches: AsyncIterable<readonly (readonly CsvCell[])[]>,
  language: InterfaceLanguage,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  for await (const rows of batches) yield formatRows(rows, language);
}

const formatRows = (rows: readonly (readonly CsvCell[])[], language: InterfaceLanguage) =>
  rows.map((row) => formatRow(row, language)).join('');

const formatRow = (cells: readonly CsvCell[], language: InterfaceLanguage) =>
  `${cells.map((cell) => formatCell(cell, language)).join(SEPARATORS[language])}\r\n`;

function formatCell(cell: CsvCell, language: InterfaceLanguage): string {
  if (typeof cell === 'string') return quote(escapeFormula(cell));
  return quote(language === 'pt' ? String(cell).replace('.', ',') : String(cell));
}

/** A text that a spreadsheet would take for a formula gets an apostrophe (CSV injection). */
const escapeFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** Semicolons and commas are both quoted: a spreadsheet may be set to another language than the reader's. */
const quote = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
