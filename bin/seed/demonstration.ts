import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectDir } from '@/app/config/env.server';
import { createUser } from '@/app/services/account/create-user.server';
import { createDocument } from '@/app/services/document/create-document.server';
import { saveGlossary } from '@/app/services/library/glossary.server';
import { setFavourite } from '@/app/services/library/set-favourite.server';
import { addTag } from '@/app/services/library/tags.server';
import { changeOnboarding } from '@/app/services/onboarding/answers.server';
import { findStoredAnswer } from '@/app/services/platform/idempotency/with-idempotency-key.server';
import { runJobs } from '@/app/services/platform/jobs/run-jobs.server';
import { createShare } from '@/app/services/sharing/shares.server';
import type { RegisteredTranscription } from '@/app/services/transcription/register-transcription.server';
import { uploadRecording } from '@/app/services/upload/upload-recording.server';
import { uploadSample } from '@/app/services/upload/upload-sample.server';
import { handlers } from '@/jobs/handlers';
import { inTransaction } from '@/models/database.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';

export const DEMO_EMAIL = 'demo@example.com';

const PERSON = { email: DEMO_EMAIL, name: 'Ana Demonstração', language: 'pt' };
const TAGS = ['Reunião', 'Demonstração'];
const TERMS = ['Celeste', 'Ana Souza', 'Rádio Céu'];
const SHARE_DAYS = 30;
const POLL_MS = 200;

const WAV_HEADER_BYTES = 44;
const SAMPLES_PER_SECOND = 8_000;
/** More than the trial minutes that the other recordings leave, and within the limit of a trial file. */
const STORED_SECONDS = 29.5 * 60;
const PENDING_SECONDS = 60;
const SILENT_SECONDS = 3;

export interface Demonstration {
  /** False when an earlier run had completed the account. */
  isNew: boolean;
  shareUrl: string;
}

/**
 * Creates an account with a transcription in every lasting state: succeeded (the sample recording, with tags,
 * a document and a share link), failed (silence), stored (more than the balance) and pending, which lasts
 * until a worker takes it. Idempotent: each step has a fixed idempotency key, so that a run after a killed one
 * completes it.
 */
export async function createDemonstration(): Promise<Demonstration> {
  const userId = await findOrCreateUser();
  const key = 'demonstration';
  const sample = { ...{ userId, submissionId: `${key}:succeeded` }, language: 'pt' as const };
  const { publicId } = await once(userId, sample.submissionId, () => uploadSample(sample));
  const share = { days: SHARE_DAYS, audio: true, submissionId: `${key}:share` };
  const isNew = (await findStoredAnswer(`user:${userId}`, `${key}:pending`)) === null;
  if (!isNew) return { isNew, shareUrl: await createShare(userId, publicId, share) };

  await upload(userId, `${key}:failed`, 'Gravação sem fala.wav', silence());
  await transcribeAll(userId);
  for (const tag of TAGS) await addTag({ userId, publicId, tag, submissionId: `${key}:${tag}` });
  await setFavourite(userId, publicId, true);
  await saveGlossary({ userId, submissionId: `${key}:glossary`, terms: TERMS });
  const document = { template: 'ata', transcription: publicId, withTimes: true, language: 'pt' } as const;
  await createDocument(userId, { ...document, submissionId: `${key}:document` });
  const shareUrl = await createShare(userId, publicId, share);
  const speech = await readSpeech();
  await upload(userId, `${key}:stored`, 'Aula longa.wav', repeat(speech, STORED_SECONDS));
  await upload(userId, `${key}:pending`, 'Entrevista na fila.wav', repeat(speech, PENDING_SECONDS));
  return { isNew, shareUrl };
}

async function findOrCreateUser(): Promise<number> {
  const known = await User.findOne({ where: { email: DEMO_EMAIL, deletedAt: null } });
  const userId = known?.id ?? (await inTransaction((transaction) => createUser(PERSON, transaction)));
  await changeOnboarding(userId, 'demonstration:onboarding', (answers) => ({ step: '4', answers }));
  return userId;
}

/** Skips an upload whose idempotency key is used. */
async function once(
  userId: number,
  submissionId: string,
  send: () => Promise<RegisteredTranscription>,
): Promise<RegisteredTranscription> {
  return (await findStoredAnswer<RegisteredTranscription>(`user:${userId}`, submissionId)) ?? send();
}

/** Uploads a recording that the demonstration models transcribe, whichever engine the settings choose. */
async function upload(userId: number, submissionId: string, fileName: string, wav: Buffer): Promise<void> {
  const body = Readable.from([wav]);
  await once(userId, submissionId, () =>
    uploadRecording({ userId, submissionId, fileName, body, language: 'pt', isSample: true }),
  );
}

/** Works the queue until no transcription of the account is in progress. */
async function transcribeAll(userId: number): Promise<void> {
  const stop = new AbortController();
  const worker = runJobs([{ handlers: { transcribe: handlers.transcribe }, slots: 1 }], stop.signal);
  const inProgress = { userId, status: ['pending', 'processing'] };
  while ((await Transcription.count({ where: inProgress })) > 0) await sleep(POLL_MS);
  stop.abort();
  await worker;
}

/** The speech of the sample recording, at half its rate in 8 bits. */
async function readSpeech(): Promise<Buffer> {
  const file = await readFile(path.join(projectDir, 'public/sample/reuniao.wav'));
  const samples = Buffer.alloc(Math.floor((file.length - WAV_HEADER_BYTES) / 4));
  for (const index of samples.keys())
    samples[index] = (file.readInt16LE(WAV_HEADER_BYTES + index * 4) >> 8) + 128;
  return samples;
}

const repeat = (speech: Buffer, seconds: number) => wavOf(Buffer.alloc(seconds * SAMPLES_PER_SECOND, speech));

const silence = () => wavOf(Buffer.alloc(SILENT_SECONDS * SAMPLES_PER_SECOND, 128));

/** A WAV file of mono 8-bit samples. */
function wavOf(samples: Buffer): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  header.writeUInt32LE(SAMPLES_PER_SECOND, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
