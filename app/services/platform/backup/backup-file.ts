/**
 * A tar archive: `celeste.json` (this header), `files/KEY`, `test-checkouts/N.json`, then
 * `tables/NAME/N.jsonl` with the rows by attribute name, binary columns as `{"base64": "…"}`, and last an
 * empty `complete`. It is independent of the kind of database and storage.
 */
export interface BackupHeader {
  product: 'celeste';
  migrations: string[];
}

export const HEADER = 'celeste.json';
export const FILES = 'files/';
export const CHECKOUTS = 'test-checkouts/';
export const TABLES = 'tables/';
export const COMPLETE = 'complete';

export const writeRows = (rows: object[]): Buffer =>
  Buffer.from(rows.map((row) => `${JSON.stringify(row, bytesAsBase64)}\n`).join(''));

export const readRows = (lines: Buffer): Record<string, unknown>[] =>
  lines
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line, base64AsBytes));

/** JSON.stringify calls Buffer.toJSON before this replacer. */
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
