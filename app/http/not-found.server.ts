import { AppError } from '@/app/domain/errors';

/** Waits for what a service finds; throws the 404 page when the user has no such thing. */
export async function orNotFound<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) throw new Response(null, { status: 404 });
    throw error;
  }
}
