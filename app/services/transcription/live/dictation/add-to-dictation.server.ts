import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { DiskFull } from '@/app/domain/disk-full';
import { AppError } from '@/app/domain/errors';
import { dictationSubject } from '@/app/domain/jobs';
import {
  allowedBytes,
  allowedChunks,
  type DictationState,
  MAX_DICTATION_BYTES,
  MAX_DICTATION_MS,
} from '@/app/domain/upload/dictation';
import { inTransaction } from '@/models/database.server';
import type { Dictation } from '@/models/dictation.server';
import { LiveSegment } from '@/models/live-segment.server';
import { readBalance } from '../../../billing/wallet/read-balance.server';
import { enqueue } from '../../../platform/jobs/enqueue.server';
import { isJobUnfinished } from '../../../platform/jobs/unfinished-jobs.server';
import { dictationFile, dictationsFolder } from '../../../platform/storage/dictation-file.server';
import { hasDiskSpaceForJob } from '../../../platform/storage/disk-space.server';
import type { Passage } from '../../write-passages.server';
import { readLivePassages } from '../read-live-passages.server';
import { findOwnDictation } from './find-own-dictation.server';

/** Each pause of a minute costs one; a recording that nothing can read must not start processes for ever. */
const MAX_STARTS = 30;

interface Chunk {
  userId: number;
  publicId: string;
  /** Where it begins in the recording. */
  at: number;
  /** May be empty: then it only asks for the text. */
  bytes: Buffer;
  /** Number of segments that the browser shows. */
  heard: number;
}

/**
 * Appends a chunk if it begins where the earlier ones end, and sees to it that they are recognized. A chunk that came
 * before changes nothing: the answer says how many bytes are there.
 * @throws AppError 'upload.not-found' when it is gone or too old, 'upload.too-many' when chunks come too fast,
 *   'media.too-large'; DiskFull
 */
export async function addToDictation({ userId, publicId, at, bytes, heard }: Chunk): Promise<DictationState> {
  if (!(await hasDiskSpaceForJob(bytes.length))) throw new DiskFull('no room for a dictation');
  const { id, size } = await inTransaction(async (transaction) => {
    const dictation = await findOwnDictation(userId, publicId, transaction);
    const arrived = Number(dictation.sizeBytes);
    if (bytes.length === 0 || at !== arrived) return { id: dictation.id, size: arrived };
    assertBounds(dictation, bytes);
    if (!(await writeChunk(publicId, at, bytes))) throw new AppError('upload.not-found');
    const mayStart = dictation.startCount < MAX_STARTS;
    const subject = dictationSubject(dictation.id);
    const starts = mayStart && !(await isJobUnfinished('follow-dictation', subject, transaction));
    if (starts) await enqueue('follow-dictation', { dictationId: dictation.id }, { userId, transaction });
    await dictation.update(
      {
        sizeBytes: at + bytes.length,
        chunkCount: dictation.chunkCount + 1,
        startCount: dictation.startCount + (starts ? 1 : 0),
      },
      { transaction },
    );
    return { id: dictation.id, size: at + bytes.length };
  });
  const count = await LiveSegment.count({ where: { dictationId: id } });
  return {
    bytes: size,
    heard: count,
    passages: count === heard ? null : await readAffordable(userId, id),
  };
}

/** As far as the minutes of the account would last. */
async function readAffordable(userId: number, dictationId: number): Promise<Passage[]> {
  const balanceMs = await readBalance(userId);
  return (await readLivePassages(dictationId)).filter(({ startMs }) => startMs < balanceMs);
}

function assertBounds({ createdAt, chunkCount, sizeBytes }: Dictation, bytes: Buffer): void {
  const elapsedMs = Date.now() - createdAt.getTime();
  if (elapsedMs > MAX_DICTATION_MS) throw new AppError('upload.not-found');
  if (chunkCount >= allowedChunks(elapsedMs)) throw new AppError('upload.too-many');
  const size = Number(sizeBytes) + bytes.length;
  if (size > MAX_DICTATION_BYTES) {
    throw new AppError('media.too-large', { limit: MAX_DICTATION_BYTES / 1024 ** 3 });
  }
  if (size > allowedBytes(elapsedMs)) throw new AppError('upload.too-many');
}

/** @returns false when earlier chunks are not on this machine */
async function writeChunk(publicId: string, at: number, bytes: Buffer): Promise<boolean> {
  await mkdir(dictationsFolder(), { recursive: true });
  const file = await open(dictationFile(publicId), constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    if ((await file.stat()).size < at) return false;
    await file.write(bytes, 0, bytes.length, at);
    return true;
  } finally {
    await file.close();
  }
}
