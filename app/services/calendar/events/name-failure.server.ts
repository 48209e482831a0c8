import { AppError, type AppErrorCode } from '@/app/domain/errors';

/** Runs a change of the calendar; where the calendar service did not answer, the error says what was not done. */
export async function nameFailure<T>(failure: AppErrorCode, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof AppError && error.code === 'calendar.unavailable') throw new AppError(failure);
    throw error;
  }
}
