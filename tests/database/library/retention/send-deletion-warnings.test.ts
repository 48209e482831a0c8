import '@/tests/support/data-folder';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { simpleParser } from 'mailparser';
import { beforeEach, expect, it } from 'vitest';
import { settings } from '@/app/config/env.server';
import { formatDateTimeWithZone } from '@/app/domain/format/format-date-time';
import { enforceRetention } from '@/app/services/library/retention/enforce-retention.server';
import { sendDeletionWarnings } from '@/app/services/library/retention/send-deletion-warnings.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const DAY_MS = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const folder = path.join(settings.dataDir, 'mail');

describeOnBothDatabases('the warning of a deletion', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    await rm(folder, { recursive: true, force: true });
    userId = await makeUser({ email: 'ana@example.com' });
  });

  async function stored(storedUntil: Date, values: Partial<Transcription> = {}): Promise<Transcription> {
    const transcription = await transcriptionOf(await register(userId, { fileName: 'pauta.mp3' }));
    return transcription.update({ status: 'stored', storedUntil, ...values });
  }

  async function mails() {
    const files = await readdir(folder).catch(() => []);
    return Promise.all(files.map(async (file) => simpleParser(await readFile(path.join(folder, file)))));
  }

  it('is sent three days before, once, and gives the date', async () => {
    const due = inDays(2.9);
    await stored(due, { title: 'Câmara\r\nBcc: x@example.com' });
    await stored(inDays(3.1));
    await stored(inDays(1), { status: 'pending' });
    for (let run = 0; run < 3; run += 1) await sendDeletionWarnings();
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Será excluído em breve: Câmara Bcc: x@example.com' });
    expect(mail!.text).toContain(
      `automaticamente depois de ${formatDateTimeWithZone(due.toISOString(), 'pt')}.`,
    );
    expect(mail!.text).toContain(`${settings.publicUrl}/transcriptions`);
    expect(mail!.to).toMatchObject({ value: [{ address: 'ana@example.com' }] });
  });

  it("is in the user's language, also for users who opted out of other e-mails", async () => {
    await User.update({ language: 'en', wantsNotices: false }, { where: { id: userId } });
    await stored(inDays(1));
    await sendDeletionWarnings();
    expect(await mails()).toMatchObject([{ subject: 'Will be deleted soon: pauta' }]);
  });

  it('precedes the deletion even when it is late', async () => {
    const { id } = await stored(inDays(-5));
    await enforceRetention();
    await sendDeletionWarnings();
    await enforceRetention();
    const row = await Transcription.findByPk(id);
    expect(row!.storedUntil!.getTime()).toBeGreaterThan(inDays(0.99).getTime());
    await row!.update({ storedUntil: inDays(-0.1) });
    await enforceRetention();
    expect(await Transcription.count()).toBe(0);
  });

  it('is sent by another run when the mail server rejects it now', async () => {
    await writeFile(folder, 'a file where the folder should be');
    await stored(inDays(1));
    await expect(sendDeletionWarnings()).rejects.toMatchObject({ code: 'notice.not-sent' });
    await rm(folder);
    await sendDeletionWarnings();
    expect(await mails()).toHaveLength(1);
  });

  it('is sent once by eight concurrent runs', async () => {
    await stored(inDays(1));
    await Promise.all(Array.from({ length: 8 }, () => sendDeletionWarnings()));
    expect(await mails()).toHaveLength(1);
  });
});
