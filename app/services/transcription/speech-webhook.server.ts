import { timingSafeEqual } from 'node:crypto';
import { settings } from '@/app/config/env.server';
import { keyedHash } from '@/app/config/secret.server';
import { AppError } from '@/app/domain/errors';
import { Job } from '@/models/job.server';
import { Transcription } from '@/models/transcription.server';
import { transcriptionLane } from '../platform/jobs/transcription-lane';

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
