import { log } from '@/app/config/log.server';
import { isDiskFull } from '@/app/domain/disk-full';
import { AppError } from '@/app/domain/errors';

/** What a page is answered with that cannot be shown without writing something down. */
export function fullDiskAnswer(error: unknown): Response {
  log.warn({ error }, 'the disk is full: a page was refused');
  return new Response(null, { status: 507 });
}

/** The error itself, or AppError 'storage.full' in place of one that only says that the disk is full. */
export function orStorageFull(error: unknown): unknown {
  if (!isDiskFull(error)) return error;
  log.warn({ error }, 'the disk is full: a request was refused');
  return new AppError('storage.full');
}
