import { timingSafeEqual } from 'node:crypto';
import { settings } from '@/app/config/env.server';
import { keyedHash } from '@/app/config/secret.server';
import { AppError } from '@/app/domain/errors';
import { transcriptionSubject } from '@/app/domain/jobs';
import { Transcription } from '@/models/transcription.server';
import { makeJobDue } from '../platform/jobs/make-job-due.server';

const secretFor = (publicId: string) => keyedHash('engine-notice', publicId);

/**
 * Webhook URL and secret for an external speech engine; null in local mode, which is unreachable from
 * outside.
 */
export function speechWebhookUrl(publicId: string): { url: string; secret: string } | null {
  if (settings.isLocal) return null;
  return { url: `${settings.publicUrl}/webhooks/speech/${publicId}`, secret: secretFor(publicId) };
}

/**
 * Makes the transcription job due now, after the engine's "done" webhook. The webhook's content is not
 * trusted: the job polls the engine. So a late, repeated or outdated webhook does no harm.
 * @param secret from `speechWebhookUrl`, as sent back by the engine
 * @throws AppError 'transcription.not-found' for a secret that does not match this transcription
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
