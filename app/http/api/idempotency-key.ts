import { randomUUID } from 'node:crypto';
import { AppError } from '@/app/domain/errors';

const KEY = /^[\w-]{8,64}$/;

/** The header `Idempotency-Key`; null without one. @throws AppError 'api.key-invalid' */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get('Idempotency-Key');
  if (key !== null && !KEY.test(key)) throw new AppError('api.key-invalid');
  return key;
}

/** What a service takes as the id of a form's submission: the call's own key, or a fresh one. */
export const submissionIdOf = (request: Request): string => idempotencyKeyOf(request) ?? randomUUID();
