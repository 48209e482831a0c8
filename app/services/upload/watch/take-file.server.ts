import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { keyedHash } from '@/app/config/secret.server';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import type { JobPayload } from '@/app/domain/jobs';
import { RECORDING_LANGUAGES } from '@/app/domain/transcription/recording';
import { translator } from '@/app/i18n/texts.server';
import { User } from '@/models/user.server';
import { type JobRun, NotYet } from '../../platform/jobs/job';
import { uploadRecording } from '../upload-recording.server';
import { settleFile } from './settle-file.server';

type WatchedFile = JobPayload<'take-file'>;

/** Another time may succeed. */
const PASSING: AppErrorCode[] = ['media.not-checked', 'upload.too-many', 'account.login-required'];
const PASSING_MS = 5 * 60_000;

/**
 * Job: makes a file of the watched folder a recording of its account, as an upload would, and moves it to `done`; what an
 * upload would refuse to `failed`, with the reason. A second run finds the recording of the first by its idempotency key.
 * @throws NotYet for what another time may allow; DiskFull
 */
export async function takeFile({ payload }: JobRun<WatchedFile>): Promise<void> {
  const folder = settings.watchFolder?.folder;
  const user = await User.findOne({ where: { id: payload.userId, deletedAt: null } });
  if (!folder || !user) return;
  const file = await openUnchanged(path.join(folder, payload.name), payload);
  if (!file) return;
  try {
    await send(file, user, payload);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (PASSING.includes(error.code)) throw new NotYet(PASSING_MS);
    const language = toInterfaceLanguage(user.language ?? '');
    await settleFile(
      folder,
      payload.name,
      'failed',
      translator(language, 'errors')(error.code, error.params),
    );
    log.warn({ userId: user.id, code: error.code }, 'a file of the watched folder was refused');
    return;
  } finally {
    await file.close();
  }
  await settleFile(folder, payload.name, 'done');
}

async function send(file: FileHandle, user: User, payload: WatchedFile): Promise<void> {
  const { name, sizeBytes } = payload;
  await uploadRecording({
    userId: user.id,
    submissionId: submissionIdOf(payload),
    language: RECORDING_LANGUAGES.find((known) => known === user.language) ?? RECORDING_LANGUAGES[0],
    fileName: name,
    announcedBytes: sizeBytes,
    body: file.createReadStream({ autoClose: false }),
  });
}

/** The same for the same file, whoever takes it. */
export const submissionIdOf = (file: WatchedFile): string =>
  `watch:${keyedHash('watched-file', JSON.stringify([file.name, file.sizeBytes, file.modifiedMs, file.inode]))}`;

/** The file that was seen; null when it is gone, is a link, or is another one by now. */
async function openUnchanged(address: string, seen: WatchedFile): Promise<FileHandle | null> {
  const file = await open(address, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error) => {
    if (['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  });
  if (!file) return null;
  const found = await file.stat();
  const isSame =
    found.isFile() &&
    found.size === seen.sizeBytes &&
    found.mtimeMs === seen.modifiedMs &&
    String(found.ino) === seen.inode;
  if (isSame) return file;
  await file.close();
  return null;
}
