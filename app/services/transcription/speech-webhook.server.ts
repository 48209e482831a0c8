import { timingSafeEqual } from 'node:crypto';
import { settings } from '@/app/config/env.server';
import { keyedHash } from '@/app/config/secret.server';
import { AppError } from '@/app/domain/errors';
import { transcriptionSubject } from '@/app/domain/jobs';
import { Transcription } from '@/models/transcription.server';
import { makeJobDue } from '../platform/jobs/unfinished-jobs.server';

const secretFor = (publicId: string) => keyedHash('engine-notice', publicId);

/** For an external engine; null in local mode, which is unreachable from outside. */
export function speechWebhookUrl(publicId: string): { url: string; secret: string } | null {
  if (settings.isLocal) return null;
  return { url: `${settings.publicUrl}/webhooks/speech/${publicId}`, secret: secretFor(publicId) };
}

/**
 * After the engine's "done" webhook the job is due at once, and asks the engine itself: a late, repeated or
 * outdated webhook does no harm.
 * @throws AppError 'transcription.not-found' for another secret
 */
export async function handleSpeechWebhook(publicId: string, secret: string | null): Promise<void> {
  if (!isSame(secretFor(publicId), secret ?? '')) throw new AppError('transcription.not-found');
  const transcription = await Transcription.findOne({ where: { publicId }, attributes: ['id'] });
  if (transcription) await makeJobDue('transcribe', transcriptionSubject(transcription.id));
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
