import { timingSafeEqual } from 'node:crypto';
import { settings } from '@/app/config/env.server';
import { keyedHash } from '@/app/config/secret.server';
import { AppError } from '@/app/domain/errors';
import { Job } from '@/models/job.server';
import { Transcription } from '@/models/transcription.server';
import { transcriptionLane } from './transcription-lane';

const secretFor = (publicId: string) => keyedHash('engine-notice', publicId);

/** Where a speech engine elsewhere says that it is done; null in local mode, where nobody out there reaches us. */
export function noticeAddress(publicId: string): { url: string; secret: string } | null {
  if (settings.isLocal) return null;
  return { url: `${settings.publicUrl}/webhooks/speech/${publicId}`, secret: secretFor(publicId) };
}

/**
 * Has a worker look at once at a transcription whose engine says that it is done. Nothing the notice says is
 * believed, so it may come late, twice, or for work that is over.
 * @param secret that of `noticeAddress`, as the engine gave it back
 * @throws AppError 'transcription.not-found' when it is not the one for this transcription
 */
export async function receiveEngineNotice(publicId: string, secret: string | null): Promise<void> {
  if (!isSame(secretFor(publicId), secret ?? '')) throw new AppError('transcription.not-found');
  const transcription = await Transcription.findOne({ where: { publicId }, attributes: ['id', 'userId'] });
  if (!transcription) return;
  const payload = JSON.stringify({ transcriptionId: transcription.id });
  const lane = transcriptionLane(transcription.userId);
  await Job.update(
    { runAt: new Date() },
    { where: { name: 'transcribe', lane, payload, status: 'waiting' } },
  );
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
