import {
  BaseError,
  ConnectionAcquireTimeoutError,
  ConnectionRefusedError,
  ConnectionTimedOutError,
  HostNotFoundError,
  HostNotReachableError,
  TimeoutError,
} from 'sequelize';

const UNREACHED = [
  ConnectionRefusedError,
  ConnectionTimedOutError,
  ConnectionAcquireTimeoutError,
  HostNotFoundError,
  HostNotReachableError,
];

/**
 * Codes of a connection that broke or was not made, of a server that stops or takes nobody more, and of a disk that is
 * gone, for which SQLite has a code for each way to notice it.
 */
const UNREACHED_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EAI_AGAIN|PROTOCOL_CONNECTION_LOST|ER_SERVER_SHUTDOWN|ER_CON_COUNT_ERROR|ER_CONNECTION_KILLED|SQLITE_(CANTOPEN|IOERR)(_\w+)?)$/;

/**
 * Whether an error, or what it was caused by, says that the database was not to be reached: nothing is wrong with what
 * was asked, and the same may succeed later. Wrong credentials are not of that kind.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof BaseError && UNREACHED.some((kind) => error instanceof kind)) return true;
  const { code, isFatal } = ofDriver(error);
  // mysql2 marks what it says of a connection that had broken before by no code.
  return UNREACHED_CODES.test(code) || (isFatal && code === '') || isUnreachable(error.cause);
}

/** What the database's driver said of an error. */
function ofDriver(error: Error): { code: string; isFatal: boolean } {
  const parent: unknown = error instanceof BaseError && 'parent' in error ? error.parent : undefined;
  if (!(parent instanceof Error)) return { code: '', isFatal: false };
  const { code = '', fatal = false } = parent as { code?: unknown; fatal?: unknown };
  return { code: String(code), isFatal: fatal === true };
}

/** Whether SQLite's one lock for writers was not to be had in time: another process holds it. */
export function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof TimeoutError || /^SQLITE_BUSY/.test(ofDriver(error).code) || isLocked(error.cause);
}
