import { log } from '@/app/config/log.server';
import { isDiskFull } from '@/app/domain/disk-full';
import { AppError } from '@/app/domain/errors';

export function diskFullResponse(error: unknown): Response {
  log.warn({ error }, 'the disk is full: a page was refused');
  return new Response(null, { status: 507 });
}

/** Maps a disk-full error to AppError 'storage.full'; returns any other error unchanged. */
export function mapDiskFull(error: unknown): unknown {
  if (!isDiskFull(error)) return error;
  log.warn({ error }, 'the disk is full: a request was refused');
  return new AppError('storage.full');
}
