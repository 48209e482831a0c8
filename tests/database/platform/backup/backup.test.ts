import '@/tests/support/data-folder';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Transaction } from 'sequelize';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '@/app/config/env.server';
import { planPriceOf } from '@/app/domain/billing/payments/catalogue';
import { parseSearch } from '@/app/domain/library/searchable-words';
import { testPayments } from '@/app/integrations/payments/index.server';
import { storage } from '@/app/integrations/storage/index.server';
import { reconcilePayments } from '@/app/services/billing/payments/reconcile-payments.server';
import { startSubscription } from '@/app/services/billing/payments/start-checkout.server';
import { closeTestCheckout } from '@/app/services/billing/payments/test-checkout.server';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';
import { searchTranscripts } from '@/app/services/library/search-transcripts.server';
import { restore } from '@/app/services/platform/backup/restore.server';
import { writeTar } from '@/app/services/platform/backup/write-tar.server';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { LeaseLost } from '@/app/services/platform/jobs/job';
import { withLease } from '@/app/services/platform/jobs/with-lease.server';
import { indexTranscript } from '@/app/services/transcript/index-transcript.server';
import { inTransaction } from '@/models/database.server';
import { migrations } from '@/models/migrations/index.server';
import { Transcript } from '@/models/transcript.server';
import { TranscriptVersion } from '@/models/transcript-version.server';
import { User } from '@/models/user.server';
import { giveMinutes } from '@/tests/factories/minutes';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { everyRow } from '@/tests/support/every-row';

const NAUGHTY = `' " \\ \n {"base64":"x"} Ação 🎤 %s`;

const grant = (userId: number, transaction: Transaction) =>
  giveMinutes(
    { userId, account: 'bought', amountMs: 60_000, reason: 'a gift', reference: `gift-${userId}` },
    transaction,
  );

let made = 0;
const newFile = () => path.join(settings.dataDir, `backup-${made++}.tar`);

/** Backup of the previous suite, from the other database. */
let fromElsewhere: { file: string; rows: object } | undefined;

describeOnBothDatabases('a backup', () => {
  let userId: number;
  let storageKey: string;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser({ name: NAUGHTY });
    storageKey = `recordings/${crypto.randomUUID()}`;
    await storage.put(storageKey, Readable.from(['what was said']), { maxBytes: 1000 });
    const { id } = await transcriptionOf(await register(userId, { storageKey, durationMs: 1000 }));
    await Transcript.create({ transcriptionId: id, utterances: JSON.stringify([{ text: NAUGHTY }]) });
    const content = Buffer.from([0, 255, 1, 10, 13]);
    await TranscriptVersion.create({ transcriptionId: id, number: 2, content });
    await inTransaction((transaction) =>
      indexTranscript(id, [{ speaker: 'A', startMs: 0, text: 'ornitorrinco' }], transaction),
    );
  });

  afterAll(async () => {
    const file = newFile();
    await writeTar(file);
    fromElsewhere = { file, rows: await everyRow() };
  });

  it('restores test checkouts', async () => {
    const { publicId } = await User.findByPk(userId, { rejectOnEmpty: true });
    const buyer = { userId, submissionId: crypto.randomUUID(), language: 'pt', isDirect: true } as const;
    const orderId = (await startSubscription(buyer, planPriceOf('celeste_light_monthly')!)).split('/').pop()!;
    await closeTestCheckout({ userId: publicId, isDirect: true }, orderId, 'paid');
    const file = newFile();
    await writeTar(file);
    await rm(path.join(settings.dataDir, 'test-checkout'), { recursive: true });
    await reconcilePayments();
    expect(await testPayments!.listSubscriptions(publicId)).toEqual([]);
    await restore(file);
    await reconcilePayments();
    expect(await testPayments!.listSubscriptions(publicId)).toMatchObject([{ orderId, status: 'paid' }]);
    expect(await readBalances(userId)).toMatchObject({ subscription: 5 * 3_600_000 });
  });

  it('restores every row and every file, whatever has become of them', async () => {
    const before = await everyRow();
    const file = newFile();
    const counts = await writeTar(file);
    const rows = Object.values(before).flat().length;
    expect(counts).toEqual({ rows, files: 1, gone: 0 });

    await User.update({ name: 'somebody else' }, { where: {} });
    const later = await makeUser();
    await inTransaction((transaction) => grant(later, transaction));
    await storage.remove(storageKey);

    expect(await restore(file)).toEqual({ name: file, rows, files: 1 });
    expect(await everyRow()).toEqual(before);
    expect(await text(storage.read(storageKey))).toBe('what was said');
    const found = await searchTranscripts(userId, parseSearch('ornitorrinco').terms, {});
    expect(found.hitCount).toBe(1);
    expect((await makeUser()) > later).toBe(true);
  });

  it('is a consistent snapshot, and blocks nobody', async () => {
    const before = await everyRow();
    const file = newFile();
    const read = storage.read;
    vi.spyOn(storage, 'read').mockImplementationOnce((key) =>
      Readable.from(
        (async function* () {
          await makeUser();
          yield* read(key);
        })(),
      ),
    );
    await writeTar(file);
    expect(await everyRow()).not.toEqual(before);
    await restore(file);
    expect(await everyRow()).toEqual(before);
  });

  it('counts the files deleted meanwhile', async () => {
    await storage.remove(storageKey);
    expect(await writeTar(newFile())).toMatchObject({ files: 0, gone: 1 });
  });

  it('invalidates the lease of a worker that held a job', async () => {
    const { id: jobId, fence } = (await claimJob(['transcribe']))!;
    const file = newFile();
    await writeTar(file);
    await restore(file);
    await expect(withLease({ jobId, fence }, async () => {})).rejects.toThrow(LeaseLost);
  });

  it('never overwrites a file', async () => {
    const file = newFile();
    await writeFile(file, 'precious');
    await expect(writeTar(file)).rejects.toMatchObject({ code: 'backup.exists' });
    expect(await readFile(file, 'utf8')).toBe('precious');
  });

  describe('that is invalid', () => {
    let bytes: Buffer;

    beforeEach(async () => {
      const file = newFile();
      await writeTar(file);
      bytes = await readFile(file);
    });

    it.each([
      ['an empty file', () => Buffer.alloc(0)],
      ['another file', () => Buffer.from('x'.repeat(2000))],
      ['the first half', () => bytes.subarray(0, bytes.length / 2)],
      ['one without its end', () => bytes.subarray(0, bytes.length - 3 * 512)],
    ])('changes nothing: %s', async (_name, broken) => {
      const file = newFile();
      await writeFile(file, broken());
      const before = await everyRow();
      await expect(restore(file)).rejects.toMatchObject({ code: 'backup.unreadable' });
      expect(await everyRow()).toEqual(before);
    });

    it('changes nothing: one of other tables', async () => {
      const file = newFile();
      const last = migrations.at(-1)!.name;
      await writeFile(file, bytes.toString('latin1').replace(last, `9${last.slice(1)}`), 'latin1');
      const before = await everyRow();
      await expect(restore(file)).rejects.toMatchObject({ code: 'backup.other-version' });
      expect(await everyRow()).toEqual(before);
    });
  });

  it('of one kind of database can be restored in another', async () => {
    if (!fromElsewhere) return;
    await restore(fromElsewhere.file);
    expect(await everyRow()).toEqual(fromElsewhere.rows);
  });
});
