import type { LoaderFunctionArgs } from '@remix-run/node';
import { log } from '@/app/config/log.server';
import { isDiskFull } from '@/app/domain/disk-full';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { isDatabaseUnavailable } from '@/app/services/platform/system/database-outage.server';
import { InvalidFields } from './invalid-fields';

/** A bug that the user reads as the message of their form; `cause` is what was thrown. */
export class FormFailure extends AppError {
  constructor(code: AppErrorCode, cause: unknown) {
    super(code);
    this.cause = cause;
  }
}

/**
 * Runs the handler of a form. An error that nobody expects becomes the message `failure` at the form, with what
 * was typed, in place of the error page. Responses, expected errors, a full disk and an outage of the database
 * pass.
 */
export async function orFailure<T>(failure: AppErrorCode | undefined, handle: () => Promise<T>): Promise<T> {
  try {
    return await handle();
  } catch (error) {
    throw failure && isUnexpected(error) ? new FormFailure(failure, error) : error;
  }
}

/** Whether an error is a bug: not caused by the user, the disk or the database's absence. */
export const isUnexpected = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof AppError || error instanceof InvalidFields) &&
  !isDiskFull(error) &&
  !isDatabaseUnavailable(error);

/** Logs a bug that is answered with a message, once, by the id in the response's X-Request-Id. */
export function logBug(error: unknown, { request, context = {} }: LoaderFunctionArgs): void {
  const { requestId, disconnected } = context as { requestId?: string; disconnected?: AbortSignal };
  if (request.signal.aborted || disconnected?.aborted) return;
  log.error({ error, requestId }, 'a request failed');
}
