import { log } from '@/app/config/log.server';
import { isPublicId } from '@/app/domain/public-id';
import { Transcription } from '@/models/transcription.server';

/** Opening a page again within this time writes nothing. */
const WRITE_INTERVAL_MS = 60_000;

/**
 * Records that the owner reads a finished transcription; `positionMs` when they came to a time of it. A failure, as on
 * a full disk, is logged only: the text can be read all the same.
 */
export async function markOpened(
  { userId, publicId, openedAt }: Pick<Transcription, 'userId' | 'publicId' | 'openedAt'>,
  positionMs: number | null,
): Promise<void> {
  const now = new Date();
  const staleAt = now.getTime() - WRITE_INTERVAL_MS;
  if (positionMs === null && openedAt !== null && openedAt.getTime() >= staleAt) return;
  await Transcription.update(
    { openedAt: now, ...(positionMs !== null && { positionMs }) },
    {
      where: { userId, publicId },
      silent: true,
    },
  ).catch((error: unknown) => log.warn({ error }, 'a reading place could not be recorded'));
}

/** Where the owner stopped, in ms of the recording. An unknown or another's transcription is ignored. */
export async function rememberPosition(userId: number, publicId: string, positionMs: number): Promise<void> {
  if (!isPublicId(publicId)) return;
  await Transcription.update(
    { positionMs, openedAt: new Date() },
    { where: { userId, publicId, status: 'succeeded' }, silent: true },
  );
}
