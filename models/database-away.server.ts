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

/** Of a connection that broke or was not made, of a server that stops or takes nobody more, of a disk that is gone. */
const UNREACHED_CODES = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'PROTOCOL_CONNECTION_LOST'],
  ...[
    'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
    'ER_SERVER_SHUTDOWN',
    'ER_CON_COUNT_ERROR',
    'ER_CONNECTION_KILLED',
  ],
  ...['SQLITE_CANTOPEN', 'SQLITE_IOERR'],
];

/**
 * Whether an error, or what it was caused by, says that the database was not to be reached: nothing is wrong with what
 * was asked, and the same may succeed later. Wrong credentials are not of that kind.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof BaseError && UNREACHED.some((kind) => error instanceof kind)) return true;
  const parent: unknown = error instanceof BaseError && 'parent' in error ? error.parent : undefined;
  const code = parent instanceof Error && 'code' in parent ? String(parent.code) : '';
  return UNREACHED_CODES.includes(code) || isUnreachable(error.cause);
}

/** Whether SQLite's one lock for writers was not to be had in time: another process holds it. */
export function isLocked(error: unknown): boolean {
  return error instanceof TimeoutError || (error instanceof Error && isLocked(error.cause));
}
