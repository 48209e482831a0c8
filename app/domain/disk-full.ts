/** What systems and databases call it when nothing more can be written: Node, SQLite, MySQL and MariaDB. */
const CODES = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'ER_DISK_FULL', 'ER_RECORD_FILE_FULL']);

/** A program of another maker said that the disk is full. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
  readonly code = 'ENOSPC';
}

/** Whether an error, or what caused it, is a disk without room: nobody's mistake, and over once there is room. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const {
    code,
    parent,
    errors = [],
  } = error as Error & { code?: unknown; parent?: unknown; errors?: unknown[] };
  if (CODES.has(String(code))) return true;
  // Sequelize keeps the driver's own error as `parent`.
  return [error.cause, parent, ...errors].some(isDiskFull);
}
