import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { cleanFileName, titleFromFileName } from '@/app/domain/transcription/recording-file';
import { inTransaction } from '@/models/database.server';
import { newPublicId } from '@/models/public-id.server';
import { Transcript } from '@/models/transcript.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.server';
import { enqueue } from '../../platform/jobs/enqueue.server';
import { limitRate, type Rate } from '../../platform/limits/limit-rate.server';
import { emitEvent } from '../../webhook/emit-event.server';
import { subjectOf } from '../../webhook/subject-of';
import type { StoredRecording } from '../upload-recording.server';
import type { ParsedTranscript } from './parse-transcript.server';

/** Imports cost no minutes, so that only this limits them. */
const IMPORT_RATE: Rate = { most: 60, windowMs: 3_600_000 };

/** Counts an import before its file is read. @throws AppError 'import.too-often' (param: seconds) */
export async function countImport(userId: number): Promise<void> {
  const seconds = await inTransaction((transaction) =>
    limitRate(`import:${userId}`, IMPORT_RATE, transaction),
  );
  if (seconds > 0) throw new AppError('import.too-often', { seconds });
}

export interface RegisteredImport {
  publicId: string;
  storageKey: string;
}

/**
 * A finished transcription of a text that was not recognized here: nothing is held or charged.
 * @param recording null for a text alone
 * @throws AppError 'media.too-long' (param: limit in hours), 'account.login-required' when the account was deleted
 *   meanwhile
 */
export function registerImport(registration: {
  userId: number;
  submissionId: string;
  /** Empty for that of the file, or its name. */
  title: string;
  /** Null for that of the file or its text, or else Portuguese. */
  language: string | null;
  fileName: string;
  parsed: ParsedTranscript;
  recording: StoredRecording | null;
}): Promise<RegisteredImport> {
  const { userId, submissionId, parsed, recording } = registration;
  const fileName = cleanFileName(registration.fileName);
  return withIdempotencyKey(`import:${userId}`, submissionId, async (transaction) => {
    const user = await User.findByPk(userId, { transaction, rejectOnEmpty: true });
    if (user.deletedAt) throw new AppError('account.login-required');
    if (recording && recording.durationMs > settings.maxFileMs)
      throw new AppError('media.too-long', { limit: settings.maxFileMs / 3_600_000 });
    const now = new Date();
    const publicId = newPublicId();
    const transcription = await Transcription.create(
      {
        publicId,
        userId,
        title: (registration.title || parsed.title || titleFromFileName(fileName)).slice(0, 255),
        language: registration.language ?? parsed.language ?? 'pt',
        importedFrom: parsed.format,
        importRepairs: parsed.repairs.length > 0 ? JSON.stringify(parsed.repairs) : null,
        ...(recording ?? {
          fileName,
          storageKey: `recordings/${publicId}`,
          sizeBytes: 0,
          durationMs: parsed.endMs,
          recordingGoneAt: now,
        }),
        status: 'succeeded',
        progressPercent: 100,
        hasSpeakers: parsed.hasSpeakers,
        confidenceScore: parsed.confidenceScore,
        confidenceSeenAt: now,
        startedAt: now,
        finishedAt: now,
      },
      { transaction },
    );
    await Transcript.create(
      { transcriptionId: transcription.id, utterances: parsed.utterances },
      { transaction },
    );
    await enqueueFollowing(transcription, transaction);
    await emitEvent(userId, 'transcription.succeeded', subjectOf(transcription), transaction);
    return { publicId, storageKey: transcription.storageKey };
  });
}

async function enqueueFollowing({ id, recordingGoneAt }: Transcription, transaction: Transaction) {
  const payload = { transcriptionId: id };
  await enqueue('index-transcript', payload, { transaction });
  await enqueue('summarize', payload, { transaction });
  if (!recordingGoneAt) await enqueue('copy-recording', payload, { transaction });
}
