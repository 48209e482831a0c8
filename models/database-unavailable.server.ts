import {
  BaseError,
  ConnectionAcquireTimeoutError,
  ConnectionRefusedError,
  ConnectionTimedOutError,
  HostNotFoundError,
  HostNotReachableError,
  TimeoutError,
} from 'sequelize';

const UNREACHABLE_ERRORS = [
  ConnectionRefusedError,
  ConnectionTimedOutError,
  ConnectionAcquireTimeoutError,
  HostNotFoundError,
  HostNotReachableError,
];

/**
 * Codes of a failed or broken connection, a server that shuts down or has too many connections, and a missing
 * disk, for which SQLite has several codes.
 */
const UNREACHABLE_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EAI_AGAIN|PROTOCOL_CONNECTION_LOST|ER_SERVER_SHUTDOWN|ER_CON_COUNT_ERROR|ER_CONNECTION_KILLED|SQLITE_(CANTOPEN|IOERR)(_\w+)?)$/;

/**
 * Whether an error, or its cause, means that the database was unreachable: the statement is valid and a retry
 * may succeed. Rejected credentials do not count.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof BaseError && UNREACHABLE_ERRORS.some((kind) => error instanceof kind)) return true;
  const { code, isFatal } = driverErrorOf(error);
  // mysql2 gives no code for a connection that had already broken.
  return UNREACHABLE_CODES.test(code) || (isFatal && code === '') || isUnreachable(error.cause);
}

/** Code and severity reported by the database driver. */
function driverErrorOf(error: Error): { code: string; isFatal: boolean } {
  const parent: unknown = error instanceof BaseError && 'parent' in error ? error.parent : undefined;
  if (!(parent instanceof Error)) return { code: '', isFatal: false };
  const { code = '', fatal = false } = parent as { code?: unknown; fatal?: unknown };
  return { code: String(code), isFatal: fatal === true };
}

/** Whether SQLite's writer lock timed out because another process holds it. */
export function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error instanceof TimeoutError || /^SQLITE_BUSY/.test(driverErrorOf(error).code) || isLocked(error.cause)
  );
}
