import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Op } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { SESSION_IDLE_MS } from '@/app/domain/account/session';
import { storage } from '@/app/integrations/storage/index.server';
import { ApiAnswer } from '@/models/api-answer.server';
import { Invitation } from '@/models/invitation.server';
import { Job } from '@/models/job.server';
import { KnownDevice } from '@/models/known-device.server';
import { LoginChallenge } from '@/models/login-challenge.server';
import { RateLimit } from '@/models/rate-limit.server';
import { Session } from '@/models/session.server';
import { Share } from '@/models/share.server';
import { Submission } from '@/models/submission.server';
import { Upload } from '@/models/upload.server';
import { findUnreferenced } from '../storage/referenced-files.server';
import { markLostRecordings } from './mark-lost-recordings.server';
import { removeLeftovers } from './remove-leftovers.server';
import { sweepDictations } from './sweep-dictations.server';

const DAY_MS = 24 * 3_600_000;

/** Deletes what has expired, and marks transcriptions whose recording is missing. */
export async function sweep(): Promise<void> {
  const now = Date.now();
  const olderThan = (days: number) => ({ [Op.lt]: new Date(now - days * DAY_MS) });
  await Session.destroy({
    where: {
      [Op.or]: [
        { expiresAt: { [Op.lt]: new Date(now) } },
        { lastUsedAt: { [Op.lt]: new Date(now - SESSION_IDLE_MS) } },
      ],
    },
  });
  await KnownDevice.destroy({ where: { expiresAt: { [Op.lt]: new Date(now) } } });
  await LoginChallenge.destroy({ where: { expiresAt: olderThan(1) } });
  await RateLimit.destroy({ where: { endsAt: { [Op.lt]: new Date(now) } } });
  await Share.destroy({ where: { expiresAt: olderThan(30) } });
  await Invitation.destroy({ where: { expiresAt: olderThan(30) } });
  await ApiAnswer.destroy({ where: { createdAt: olderThan(1) } });
  await Submission.destroy({ where: { createdAt: olderThan(7) } });
  await Job.destroy({ where: { status: 'done', finishedAt: olderThan(30) } });
  await sweepUploads(now);
  await sweepDictations(now);
  await sweepFiles();
  await markLostRecordings();
  await removeLeftovers();
  await sweepWorkFolders(now);
}

/** The row goes first; a file left behind is swept as unreferenced another day. */
async function sweepUploads(now: number): Promise<void> {
  const over = await Upload.findAll({ where: { expiresAt: { [Op.lt]: new Date(now) } } });
  for (const upload of over) {
    await upload.destroy();
    await storage.remove(upload.storageKey);
  }
}

const KEYS_AT_ONCE = 500;

/** Left by an upload that failed between storage and database, or by a replacement. */
async function sweepFiles(): Promise<void> {
  let keys: string[] = [];
  const removeUnreferenced = async () => {
    for (const key of await findUnreferenced(keys)) await storage.remove(key);
    keys = [];
  };
  for await (const key of storage.listOlderThan(DAY_MS)) {
    if (keys.push(key) === KEYS_AT_ONCE) await removeUnreferenced();
  }
  await removeUnreferenced();
}

/** Removes work folders without an owner in their name, as earlier versions left them. */
async function sweepWorkFolders(now: number): Promise<void> {
  const parent = path.join(settings.dataDir, 'tmp');
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = path.join(parent, name);
    // Its worker, or a concurrent sweep, may be removing the folder.
    const found = await stat(folder).catch(() => null);
    if (found && now - found.mtimeMs > DAY_MS) await rm(folder, { recursive: true, force: true });
  }
}
