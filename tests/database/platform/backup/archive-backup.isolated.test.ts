import '@/tests/support/data-folder';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { childScript } from '@/app/config/child-script.server';
import { settings } from '@/app/config/env.server';
import { openBackupArchive, storage } from '@/app/integrations/storage/index.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { listBackups } from '@/app/services/platform/backup/backup-catalogue.server';
import { makeBackup } from '@/app/services/platform/backup/make-backup.server';
import { pruneBackups } from '@/app/services/platform/backup/prune-backups.server';
import { restore } from '@/app/services/platform/backup/restore.server';
import { makeScheduledBackup } from '@/app/services/platform/backup/scheduled-backup.server';
import { verifyBackup } from '@/app/services/platform/backup/verify-backup.server';
import { withExclusiveLock } from '@/models/exclusive-lock.server';
import { Transcript } from '@/models/transcript.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { WalletEntry } from '@/models/wallet-entry.server';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { databaseAddress, describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { everyRow } from '@/tests/support/every-row';
import { type GoogleStorageServer, startGoogleStorage } from '@/tests/support/google-storage';

const KEY = 'a key of backups, of more than 32 characters';
const DAY_MS = 24 * 3_600_000;
const TITLE = 'Reunião sobre ornitorrincos';
/** So that the size of the recordings tells them from rows. */
const RECORDING_BYTES = 400_000;

const noFaults = async () => (await checkLedger()).map(({ invariant }) => invariant);
const verifyLatest = () => verifyBackup('latest', noFaults);

async function makeRecording(userId: number): Promise<string> {
  const storageKey = `recordings/${crypto.randomUUID()}`;
  const content = Buffer.alloc(RECORDING_BYTES, storageKey);
  await storage.put(storageKey, Readable.from([content]), { maxBytes: RECORDING_BYTES });
  const registered = await register(userId, { storageKey, durationMs: 1000 });
  const { id } = await transcriptionOf(registered);
  await Transcript.create({ transcriptionId: id, utterances: JSON.stringify([{ text: TITLE }]) });
  return storageKey;
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
}

let google: GoogleStorageServer;

beforeAll(async () => {
  google = await startGoogleStorage('celeste-backups');
});

afterAll(() => google.stop());

async function backUpToFolder(key?: string): Promise<string> {
  const folder = await mkdtemp(path.join(inject('runFolder'), 'backups-'));
  settings.backup = { key, keep: { days: 2, weeks: 0, months: 0 }, bucket: null, folder };
  return folder;
}

async function backUpToBucket(): Promise<void> {
  google.objects.clear();
  const bucket = { bucket: google.bucket, apiEndpoint: google.address, keyFile: google.keyFile };
  settings.backup = { key: KEY, keep: { days: 2, weeks: 0, months: 0 }, bucket, folder: 'a/b' };
}

const PLACES: [string, () => Promise<unknown>][] = [
  ['a folder', () => backUpToFolder()],
  ['an encrypted folder', () => backUpToFolder(KEY)],
  ['an encrypted bucket', backUpToBucket],
];

describeOnBothDatabases('backups in an archive', () => {
  let userId: number;
  let storageKey: string;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser({ name: 'Ana Ação 🎤' });
    storageKey = await makeRecording(userId);
  });

  it.each(PLACES)('restore what there was, and write only what is new: %s', async (_name, choose) => {
    await choose();
    const first = await makeBackup();
    expect(first).toMatchObject({ written: { files: 1 }, manifest: { files: 1, gone: 0 } });
    expect(first.written.bytes).toBeGreaterThan(RECORDING_BYTES);

    const second = await makeBackup();
    expect(second).toMatchObject({ written: { files: 0 }, manifest: { files: 1 } });
    expect(second.written.bytes).toBeLessThan(RECORDING_BYTES / 10);

    const added = await makeRecording(userId);
    const before = await everyRow();
    const third = await makeBackup();
    expect(third).toMatchObject({
      written: { files: 1 },
      manifest: { files: 2, fileBytes: 2 * RECORDING_BYTES },
    });

    await User.update({ name: 'somebody else' }, { where: {} });
    await makeUser();
    for (const key of [storageKey, added]) await storage.remove(key);
    const rows = Object.values(before).flat().length;
    expect(await restore(third.id)).toEqual({ name: third.id, rows, files: 2 });
    expect(await everyRow()).toEqual(before);
    expect(await text(storage.read(added))).toBe(Buffer.alloc(RECORDING_BYTES, added).toString());
    expect(await verifyLatest()).toMatchObject({ name: third.id, rows, files: 2, faults: [] });

    expect(await restore(first.id)).toMatchObject({ files: 1 });
    expect(await Transcription.count()).toBe(1);
  });

  it('are found damaged, whichever object it is, and then restore nothing', async () => {
    const folder = await backUpToFolder(KEY);
    await makeBackup();
    for (const file of await filesOf(folder)) {
      const bytes = await readFile(file);
      const damaged = Buffer.from(bytes);
      damaged[Math.floor(bytes.length / 2)]! ^= 1;
      await writeFile(file, damaged);
      const found = await verifyLatest().then(
        ({ faults }) => faults.join(),
        ({ code }) => code,
      );
      expect(found).toMatch(/^backup\.damaged$|^file recordings\/[\w-]+ is not what was backed up$/);
      const before = await everyRow();
      await expect(restore('latest')).rejects.toMatchObject({ code: 'backup.damaged' });
      expect(await everyRow()).toEqual(before);
      await rm(file);
      await expect(restore('latest')).rejects.toHaveProperty('code');
      await writeFile(file, bytes);
    }
    expect((await verifyLatest()).faults).toEqual([]);
  });

  it('are found at fault when rows contradict each other', async () => {
    await backUpToFolder();
    await WalletEntry.increment('amountMs', { by: 1, where: {} });
    await makeBackup();
    expect((await verifyLatest()).faults).toContain('a cached balance equals its entries');
  });

  it('tell nothing without the key', async () => {
    const folder = await backUpToFolder(KEY);
    await makeBackup();
    const files = await filesOf(folder);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const seen = `${file} ${(await readFile(file)).toString('latin1')}`;
      for (const secret of [storageKey.slice(-12), 'ornitorrinco', 'users'])
        expect(seen).not.toContain(secret);
    }
    settings.backup!.key = `${KEY}!`;
    await expect(restore('latest')).rejects.toMatchObject({ code: 'backup.wrong-key' });
    settings.backup!.key = undefined;
    await expect(verifyLatest()).rejects.toMatchObject({ code: 'backup.wrong-key' });
  });

  it('go when they are no longer to be kept, with what only they needed', async () => {
    const folder = await backUpToFolder(KEY);
    const at = (day: number) => ({ now: new Date(Date.UTC(2026, 2, day)) });
    await makeBackup(at(1));
    const kept = await makeRecording(userId);
    await Transcription.update({ recordingGoneAt: new Date() }, { where: { storageKey } });
    const second = await makeBackup(at(2));
    const third = await makeBackup(at(3));
    const archive = (await openBackupArchive())!;
    expect(await listBackups(archive)).toEqual([second.id, third.id]);
    const objects = async () => (await filesOf(folder)).filter((file) => file.includes('/objects/'));
    expect(await objects()).toHaveLength(2);

    const old = new Date(Date.now() - 2 * DAY_MS);
    for (const file of await objects()) await utimes(file, old, old);
    const fourth = await makeBackup(at(4));
    expect(await objects()).toHaveLength(1);
    expect(await restore(fourth.id)).toMatchObject({ files: 1 });
    expect(await storage.size(kept)).toBe(RECORDING_BYTES);
  });

  it('lose no object when a list of files cannot be read', async () => {
    const folder = await backUpToFolder();
    const at = (day: number) => ({ now: new Date(Date.UTC(2026, 2, day)) });
    await makeBackup(at(1));
    await makeBackup(at(2));
    for (const file of await filesOf(folder)) {
      if (file.includes('/plain/files/20260302')) await writeFile(file, 'broken');
    }
    const archive = (await openBackupArchive())!;
    const keep = { days: 1, weeks: 0, months: 0 };
    await expect(pruneBackups(archive, await listBackups(archive), keep, -1)).rejects.toMatchObject({
      code: 'backup.damaged',
    });
    expect((await filesOf(folder)).filter((file) => file.includes('/objects/'))).toHaveLength(1);
  });

  it('stay when the list of them lacks some by mistake', async () => {
    const folder = await backUpToFolder();
    await makeBackup();
    const archive = (await openBackupArchive())!;
    const before = await filesOf(folder);
    await pruneBackups(archive, [], { days: 1, weeks: 0, months: 0 }, -1);
    expect(await filesOf(folder)).toEqual(before);
    expect(await listBackups(archive)).toHaveLength(1);
  });

  it('are made one at a time', async () => {
    await backUpToFolder();
    await withExclusiveLock('backup', async () => {
      await expect(makeBackup()).rejects.toMatchObject({ code: 'backup.running' });
      await makeScheduledBackup();
      return {};
    });
    expect(await listBackups((await openBackupArchive())!)).toEqual([]);
    await makeScheduledBackup();
    expect(await listBackups((await openBackupArchive())!)).toHaveLength(1);
  });

  it('stop when they are told to, and leave nothing that counts', async () => {
    await backUpToFolder();
    await expect(makeBackup({ signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
    await expect(restore('latest')).rejects.toMatchObject({ code: 'backup.none' });
  });

  describe('killed halfway', () => {
    const backUpAndDie = (folder: string, fatalStep: number) => {
      const script = childScript('tests/database/platform/backup/backing-up-process.ts');
      const args = [...script.execArgv, script.path, JSON.stringify(databaseAddress()), String(fatalStep)];
      const env = {
        ...process.env,
        DATA_DIR: settings.dataDir,
        BACKUP_URL: `file://${folder}`,
        BACKUP_KEY: KEY,
      };
      return new Promise<{ signal: unknown; steps: number }>((resolve) => {
        execFile(process.execPath, args, { env }, (failed, out, error) => {
          if (error) process.stderr.write(error);
          resolve({ signal: failed?.signal, steps: Number(out) });
        });
      });
    };

    it('count for nothing, and cost nothing twice', async () => {
      const folder = await backUpToFolder(KEY);
      await makeRecording(userId);
      const { steps } = await backUpAndDie(await mkdtemp(path.join(inject('runFolder'), 'backups-')), 0);
      expect(steps).toBeGreaterThan(50);
      for (const share of [0.05, 0.15, 0.5, 0.98]) {
        expect(await backUpAndDie(folder, Math.ceil(share * steps))).toMatchObject({ signal: 'SIGKILL' });
        expect(await listBackups((await openBackupArchive())!)).toEqual([]);
      }
      const before = await everyRow();
      const { id, written } = await makeBackup();
      expect(written.files).toBe(0);
      expect(await listBackups((await openBackupArchive())!)).toEqual([id]);
      // What the killed ones left goes once no other process can be at it.
      const archive = (await openBackupArchive())!;
      await pruneBackups(archive, [id], { days: 1, weeks: 0, months: 0 }, -1);
      const left = await filesOf(folder);
      expect(left.filter((file) => !/\/objects\//.test(file) && !file.endsWith(id))).toEqual([]);
      await restore('latest');
      expect(await everyRow()).toEqual(before);
      expect((await stat(folder)).isDirectory()).toBe(true);
    }, 120_000);
  });
});
