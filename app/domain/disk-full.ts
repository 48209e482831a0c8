/** Error codes for a full disk: Node, SQLite, MySQL and MariaDB. */
const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'ER_DISK_FULL', 'ER_RECORD_FILE_FULL']);

/** A third-party program reported a full disk. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
  readonly code = 'ENOSPC';
}

/** Whether an error or one of its causes is a full disk: not caused by the user, and temporary. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const {
    code,
    parent,
    errors = [],
  } = error as Error & { code?: unknown; parent?: unknown; errors?: unknown[] };
  if (DISK_FULL_CODES.has(String(code))) return true;
  // Sequelize stores the driver's error as `parent`.
  return [error.cause, parent, ...errors].some(isDiskFull);
}
