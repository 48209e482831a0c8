import type { Transaction } from 'sequelize';
import type { VoicePrint } from '@/app/domain/speech/link-speakers';
import { type NameOffer, offerNames } from '@/app/domain/speech/offer-names';
import { speakerAt } from '@/app/domain/transcript/person-doubts';
import { isAnonymous } from '@/app/domain/transcript/speaker';
import type { Utterance } from '@/app/domain/transcript/transcript';
import type { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { Voice } from '@/models/voice.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { findOwnTranscription } from './find-own-transcription.server';
import { readMeetingNameOffers, refuseMeetingName } from './meeting-names.server';

type Spoken = Pick<Utterance, 'speaker' | 'startMs' | 'endMs'>;

/**
 * Replaces the voices of a transcription, with the names that its text gives them; keeps none without the
 * consent of its owner. Waits for a consent that is being given or revoked.
 */
export async function keepVoices(
  { id: transcriptionId, userId }: Pick<Transcription, 'id' | 'userId'>,
  { voices, utterances }: { voices: readonly VoicePrint[]; utterances: readonly Spoken[] },
  transaction: Transaction,
): Promise<void> {
  const lock = transaction.LOCK.UPDATE;
  const owner = await User.findByPk(userId, { attributes: ['id', 'voicesConsentedAt'], lock, transaction });
  await Voice.destroy({ where: { transcriptionId }, transaction });
  if (!owner?.voicesConsentedAt) return;
  await Voice.bulkCreate(
    voices.map(({ startMs, endMs, model, maxDistance, embedding }) => ({
      ...{ userId, transcriptionId, startMs, endMs, model, maxDistance },
      embedding: JSON.stringify(embedding),
      name: nameAt(utterances, { startMs, endMs }),
    })),
    { transaction },
  );
}

/** Gives the voices of a transcription the names of its saved text. */
export async function nameVoices(
  transcriptionId: number,
  utterances: readonly Spoken[],
  transaction: Transaction,
): Promise<void> {
  for (const voice of await Voice.findAll({ where: { transcriptionId }, transaction })) {
    await voice.update({ name: nameAt(utterances, voice) }, { transaction });
  }
}

function nameAt(utterances: readonly Spoken[], range: { startMs: number; endMs: number }): string | null {
  const speaker = speakerAt(utterances, range);
  return speaker === null || isAnonymous(speaker) ? null : speaker;
}

/**
 * Names for people without one: of the meeting in which they spoke, then of similar voices in other transcriptions of
 * the same account. Each person and each name once.
 */
export async function readNameOffers(
  userId: number,
  publicId: string,
  utterances: readonly Spoken[],
): Promise<NameOffer[]> {
  const { id: transcriptionId } = await findOwnTranscription(userId, publicId);
  const ofMeeting = await readMeetingNameOffers(transcriptionId, utterances);
  const ofVoices = await readVoiceOffers(userId, transcriptionId, utterances);
  const others = ofVoices.filter(
    (offer) => !ofMeeting.some(({ speaker, name }) => speaker === offer.speaker || name === offer.name),
  );
  return [...ofMeeting, ...others];
}

async function readVoiceOffers(
  userId: number,
  transcriptionId: number,
  utterances: readonly Spoken[],
): Promise<NameOffer[]> {
  const own = await Voice.findAll({ where: { transcriptionId, userId, isDismissed: false } });
  const unnamed = own.flatMap(({ startMs, endMs, model, maxDistance, embedding }) => {
    const speaker = speakerAt(utterances, { startMs, endMs });
    if (speaker === null || !isAnonymous(speaker)) return [];
    return [{ speaker, model, maxDistance, embedding: toVector(embedding) }];
  });
  if (unnamed.length === 0) return [];
  const present = new Set(utterances.map(({ speaker }) => speaker));
  const named = (await Voice.findAll({ where: { userId } })).flatMap((voice) =>
    voice.name === null || voice.transcriptionId === transcriptionId || present.has(voice.name)
      ? []
      : [{ name: voice.name, model: voice.model, embedding: toVector(voice.embedding) }],
  );
  return offerNames(unnamed, named);
}

const toVector = (stored: string) => Float32Array.from(JSON.parse(stored) as number[]);

/**
 * A person is offered no name any more, neither by their voice nor by the meeting.
 * @throws AppError 'transcription.not-found'
 */
export async function dismissNameOffer(
  userId: number,
  publicId: string,
  form: { speaker: string; submissionId: string; utterances: readonly Spoken[] },
): Promise<void> {
  await withIdempotencyKey(`voices:${userId}`, form.submissionId, async (transaction) => {
    const { id: transcriptionId } = await findOwnTranscription(userId, publicId, { transaction });
    for (const voice of await Voice.findAll({ where: { transcriptionId, userId }, transaction })) {
      if (speakerAt(form.utterances, voice) !== form.speaker) continue;
      await voice.update({ isDismissed: true }, { transaction });
    }
    await refuseMeetingName(transcriptionId, form, transaction);
    return null;
  });
}
