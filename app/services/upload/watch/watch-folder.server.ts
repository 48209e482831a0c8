import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UniqueConstraintError } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import type { JobPayload } from '@/app/domain/jobs';
import { translator } from '@/app/i18n/texts.server';
import { User } from '@/models/user.server';
import { enqueue } from '../../platform/jobs/enqueue.server';
import { isDatabaseUnavailable, waitForRecovery } from '../../platform/system/database-outage.server';
import { settleFile } from './settle-file.server';
import { submissionIdOf } from './take-file.server';

const LOOK_EVERY_MS = 5_000;

type Seen = Omit<JobPayload<'take-file'>, 'userId' | 'name'>;

/** What one process saw at its last look. */
interface WatchState {
  files: Map<string, Seen>;
  /** What was logged and holds on. */
  trouble: string | null;
}

export const newWatch = (): WatchState => ({ files: new Map(), trouble: null });

/** Looks into the watched folder until the signal aborts; returns at once where there is none. */
export async function watchFolder(signal: AbortSignal, everyMs = LOOK_EVERY_MS): Promise<void> {
  const state = newWatch();
  while (settings.watchFolder && !signal.aborted) {
    try {
      await lookIntoFolder(state);
    } catch (error) {
      if (isDatabaseUnavailable(error)) await waitForRecovery(error, signal);
      else log.error({ error }, 'the watched folder could not be looked into');
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Enqueues a job for each file that has not changed since the last look. Of several workers one succeeds, by the key of the
 * file. Hidden files and sub-folders stay; links and names that are no text are refused.
 */
export async function lookIntoFolder(state: WatchState): Promise<void> {
  const { folder, email } = settings.watchFolder!;
  const names = await readdir(folder, { encoding: 'buffer' }).catch(() => null);
  const user = await User.findOne({ where: { email, deletedAt: null } });
  const seen = new Map<string, Seen>();
  let trouble = troubleOf(names, user);
  for (const bytes of (user && names) ?? []) {
    const look = { folder, user: user!, before: state.files, seen };
    await lookAt(bytes, look).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error;
      trouble = `a file of the watched folder could not be looked at: ${(error as Error).message}`;
    });
  }
  if (trouble && trouble !== state.trouble) log.warn({ folder }, trouble);
  Object.assign(state, { trouble, files: seen });
}

function troubleOf(names: Buffer[] | null, user: User | null): string | null {
  if (!names) return 'the watched folder cannot be read';
  return user ? null : 'the watched folder is of an e-mail address without an account';
}

interface Look {
  folder: string;
  user: User;
  before: Map<string, Seen>;
  seen: Map<string, Seen>;
}

async function lookAt(bytes: Buffer, { folder, user, before, seen }: Look): Promise<void> {
  const name = bytes.toString();
  if (name.startsWith('.')) return;
  const address = Buffer.concat([Buffer.from(`${folder}${path.sep}`), bytes]);
  const found = await lstat(address).catch(() => null);
  if (!found || found.isDirectory()) return;
  if (!found.isFile() || !Buffer.from(name).equals(bytes)) {
    const t = translator(toInterfaceLanguage(user.language ?? ''), 'upload');
    await settleFile(folder, bytes, 'failed', t(found.isFile() ? 'watch.name' : 'watch.link'));
    return;
  }
  const now = { sizeBytes: found.size, modifiedMs: found.mtimeMs, inode: String(found.ino) };
  seen.set(name, now);
  const last = before.get(name);
  const rests =
    last?.sizeBytes === now.sizeBytes && last.modifiedMs === now.modifiedMs && last.inode === now.inode;
  if (rests) await enqueueFile({ userId: user.id, name, ...now });
}

async function enqueueFile(file: JobPayload<'take-file'>): Promise<void> {
  try {
    await enqueue('take-file', file, { uniqueKey: submissionIdOf(file) });
  } catch (error) {
    if (!(error instanceof UniqueConstraintError)) throw error;
  }
}
