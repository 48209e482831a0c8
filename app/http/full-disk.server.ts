import { log } from '@/app/config/log.server';
import { isDiskFull } from '@/app/domain/disk-full';
import { AppError } from '@/app/domain/errors';

/** The error itself, or AppError 'storage.full' in place of one that only says that the disk is full. */
export function orStorageFull(error: unknown): unknown {
  if (!isDiskFull(error)) return error;
  log.warn({ error }, 'the disk is full: a request was refused');
  return new AppError('storage.full');
}
