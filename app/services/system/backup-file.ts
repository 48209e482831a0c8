/**
 * A backup is a tar file: first `celeste.json` (a BackupHeader), then `files/KEY` for every file of the storage,
 * `test-checkouts/N.json` for what was agreed on where a test checkout takes payments, then `tables/NAME/N.jsonl` with the rows, a JSON object each by attribute names, and last an empty `complete`.
 * Rows are those of one moment; bytes are `{"base64": "…"}`. Nothing tells of which kind of database or storage
 * it came from.
 */
export interface BackupHeader {
  product: 'celeste';
  /** Names of the migrations that made the tables. */
  migrations: string[];
}

export const HEADER = 'celeste.json';
export const FILES = 'files/';
export const CHECKOUTS = 'test-checkouts/';
export const TABLES = 'tables/';
export const COMPLETE = 'complete';

/** Rows as text, one to a line. */
export const writeRows = (rows: object[]): Buffer =>
  Buffer.from(rows.map((row) => `${JSON.stringify(row, bytesAsBase64)}\n`).join(''));

/** @throws SyntaxError for anything but rows */
export const readRows = (lines: Buffer): Record<string, unknown>[] =>
  lines
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line, base64AsBytes));

/** JSON.stringify asks a Buffer for its own form before it asks here. */
const bytesAsBase64 = (_key: string, value: unknown) =>
  isBufferJson(value) ? { base64: Buffer.from(value.data).toString('base64') } : value;

const isBufferJson = (value: unknown): value is { type: 'Buffer'; data: number[] } =>
  typeof value === 'object' &&
  value !== null &&
  'data' in value &&
  'type' in value &&
  value.type === 'Buffer';

const base64AsBytes = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'base64' in value
    ? Buffer.from(String(value.base64), 'base64')
    : value;
