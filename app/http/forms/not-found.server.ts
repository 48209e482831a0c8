import { AppError } from '@/app/domain/errors';

/** Awaits a service call. @throws Response 404 in place of an AppError with status 404 */
export async function orNotFound<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) throw new Response(null, { status: 404 });
    throw error;
  }
}
