import '@/tests/support/data-folder';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { simpleParser } from 'mailparser';
import { beforeEach, expect, it } from 'vitest';
import { settings } from '@/app/config/env.server';
import type { JobName } from '@/app/domain/jobs';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { postponeJob } from '@/app/services/platform/jobs/finish-job.server';
import { type JobRun, LeaseLost, NotYet } from '@/app/services/platform/jobs/job';
import { failTranscription } from '@/app/services/transcription/fail-transcription.server';
import { resendOwnTranscription } from '@/app/services/transcription/resend-transcription.server';
import {
  enqueueOutcomeEmail,
  OUTCOME_EMAIL_PAUSE_MS,
  sendOutcomeEmail,
} from '@/app/services/transcription/send-outcome-email.server';
import { inTransaction } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { Transcript } from '@/models/transcript.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const folder = path.join(settings.dataDir, 'mail');

describeOnBothDatabases('the outcome e-mail of a transcription', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    await rm(folder, { recursive: true, force: true });
    userId = await makeUser({ email: 'ana@example.com' });
  });

  async function next(name: JobName): Promise<JobRun<{ transcriptionId: number }>> {
    const job = (await claimJob([name]))!;
    return {
      payload: JSON.parse(job.payload),
      claim: { jobId: job.id, fence: job.fence },
      signal: new AbortController().signal,
      isLastAttempt: false,
    };
  }

  async function mails() {
    const files = await readdir(folder).catch(() => []);
    return Promise.all(
      files.sort().map(async (file) => simpleParser(await readFile(path.join(folder, file)))),
    );
  }

  /** A successfully finished transcription, as a row only. */
  async function ready(values: Partial<Transcription> = {}, fileName = 'pauta.mp3'): Promise<Transcription> {
    const transcription = await transcriptionOf(await register(userId, { fileName }));
    await transcription.update({ status: 'succeeded', finishedAt: new Date(), ...values });
    await inTransaction((transaction) => enqueueOutcomeEmail(transcription, transaction));
    return transcription;
  }

  /** As if the last mail to the user had been sent before the pause. */
  const passPause = () =>
    inTransaction(async (transaction) => {
      for (const told of await Transcription.findAll({ where: { userId }, transaction })) {
        const back = (date: Date | null) => date && new Date(date.getTime() - OUTCOME_EMAIL_PAUSE_MS);
        await told.update(
          { noticedAt: back(told.noticedAt ?? null), finishedAt: back(told.finishedAt ?? null) },
          { silent: true, transaction },
        );
      }
    });

  it('links the finished transcription', async () => {
    const { publicId } = await ready({ title: 'Câmara <b>\r\nBcc: x@example.com' });
    await sendOutcomeEmail(await next('notice'));
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Transcrição pronta: Câmara <b> Bcc: x@example.com' });
    expect(mail!.text).toContain('A transcrição de “Câmara <b> Bcc: x@example.com” está pronta.');
    expect(mail!.text).toContain(`${settings.publicUrl}/transcriptions/${publicId}`);
    expect(mail!.html).not.toContain('<b>');
    expect(mail!.to).toMatchObject({ value: [{ address: 'ana@example.com' }] });
    expect(mail!.bcc).toBeUndefined();
  });

  it("gives the reason of a failure in the user's language", async () => {
    await User.update({ language: 'en' }, { where: { id: userId } });
    await register(userId, { fileName: 'agenda.mp3' });
    await failTranscription(await next('transcribe'), 'media.no-audio');
    await sendOutcomeEmail(await next('notice'));
    const [mail] = await mails();
    expect(mail).toMatchObject({ subject: 'Transcription failed: agenda' });
    expect(mail!.text).toContain('The file has no audio track');
    expect(mail!.text).toContain('The minutes are back in your balance.');
  });

  it('is sent once for each outcome, however often its job runs', async () => {
    const { publicId } = await transcriptionOf(await register(userId));
    for (let outcome = 1; outcome <= 2; outcome += 1) {
      await failTranscription(await next('transcribe'), 'media.no-speech');
      await Job.update({ status: 'done' }, { where: { name: 'transcribe' } });
      const run = await next('notice');
      await sendOutcomeEmail(run);
      await sendOutcomeEmail(run);
      expect(await mails()).toHaveLength(outcome);
      await resendOwnTranscription({ userId, publicId, submissionId: `${outcome}` });
      await sendOutcomeEmail(run);
      expect(await mails()).toHaveLength(outcome);
      await passPause();
    }
  });

  it('says how long it is, who speaks, and how it begins', async () => {
    const transcription = await ready({ title: 'Entrevista', durationMs: 754_000 });
    const said = (speaker: string, text: string, startMs: number) => ({
      ...{ speaker, text, startMs, endMs: startMs + 1000, confidence: 1, words: [] },
    });
    const utterances = [
      said('Ana Souza', 'Bom dia, <b>ouvintes</b>.', 0),
      said('B', `${'palavra '.repeat(60)}fim`, 1000),
      said('C', 'Obrigado.', 2000),
    ];
    await Transcript.create({
      ...{ transcriptionId: transcription.id, utterances: JSON.stringify(utterances) },
    });
    await sendOutcomeEmail(await next('notice'));
    const [mail] = await mails();
    expect(mail!.text).toMatch(/^Olá, Ana,\n\n/);
    expect(mail!.text).toContain('Duração: 12 min\n3 pessoas: Ana Souza e outras\n');
    const [, excerpt] = /^> (.+)$/m.exec(mail!.text!)!;
    expect(excerpt).toMatch(/^Bom dia, <b>ouvintes<\/b>\. palavra .* palavra…$/);
    expect(excerpt!.length).toBeGreaterThan(280);
    expect(excerpt!.length).toBeLessThanOrEqual(301);
    expect(mail!.html).not.toContain('<b>');
    expect(mail!.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail!.headers.get('list')).toMatchObject({
      unsubscribe: { url: `${settings.publicUrl}/account` },
    });
  });

  it.each([
    { errorCode: 'media.no-speech', isOffered: false },
    { errorCode: 'media.no-audio', isOffered: false },
    { errorCode: 'transcription.interrupted', isOffered: true },
  ] as const)('offers a failed one again unless it would fail again: $errorCode', async (failure) => {
    await register(userId);
    await failTranscription(await next('transcribe'), failure.errorCode);
    await sendOutcomeEmail(await next('notice'));
    const [mail] = await mails();
    expect(mail!.text!.includes('Enviar o mesmo arquivo daria o mesmo erro.')).toBe(!failure.isOffered);
    expect(mail!.text!.includes('enviar de novo')).toBe(failure.isOffered);
    expect(mail!.text!.includes(`${settings.publicUrl}/transcriptions\n`)).toBe(failure.isOffered);
    expect(mail!.text).toContain('Os minutos voltaram para o seu saldo.');
  });

  it('says nothing of minutes that were never held', async () => {
    await ready({ status: 'failed', errorCode: 'video.not-found', holdId: null });
    await sendOutcomeEmail(await next('notice'));
    expect((await mails())[0]!.text).not.toContain('minutos');
  });

  it('waits after the last one, and has all that finished meanwhile', async () => {
    await ready({ title: 'Primeira' });
    await sendOutcomeEmail(await next('notice'));
    const finishedAt = new Date();
    const second = await ready({ title: 'Segunda <i>', finishedAt });
    const failed = { status: 'failed', errorCode: 'media.no-speech' } as const;
    await ready({ title: 'Terceira', finishedAt: new Date(finishedAt.getTime() + 1), ...failed });
    await ready({ title: 'Exemplo', isSample: true });
    const stranger = await makeUser();
    await transcriptionOf(await register(stranger)).then((row) =>
      row.update({ status: 'succeeded', finishedAt: new Date(), title: 'Alheia' }),
    );
    const runs = [await next('notice'), await next('notice')] as const;
    for (const run of runs) await expect(sendOutcomeEmail(run)).rejects.toBeInstanceOf(NotYet);
    expect(await mails()).toHaveLength(1);
    await passPause();
    // Whichever job comes first, and here it is the last one's.
    await Promise.all(runs.toReversed().map(sendOutcomeEmail));
    const [, mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail!.subject).toBe('2 transcrições terminaram');
    expect(mail!.text).toContain(
      `Segunda <i>\nPronta, 1 min\n${settings.publicUrl}/transcriptions/${second.publicId}\n\n` +
        'Terceira\nFalhou: O arquivo de áudio está sem falas!\n',
    );
    expect(mail!.text).toContain('Os minutos das que falharam voltaram para o seu saldo.');
    expect(mail!.text).not.toMatch(/Primeira|Exemplo|Alheia/);
    expect(mail!.html).not.toContain('<i>');
  });

  it('releases all of a mail that was rejected', async () => {
    await ready();
    await ready();
    const run = await next('notice');
    await writeFile(folder, 'no folder');
    await expect(sendOutcomeEmail(run)).rejects.toBeInstanceOf(NotYet);
    await rm(folder);
    await sendOutcomeEmail(run);
    expect((await mails()).map(({ subject }) => subject)).toEqual(['2 transcrições terminaram']);
  });

  it('is enqueued in the transaction of the outcome', async () => {
    await register(userId);
    const run = await next('transcribe');
    await Job.update({ fence: 99 }, { where: {} });
    await expect(failTranscription(run, 'media.no-speech')).rejects.toBeInstanceOf(LeaseLost);
    expect(await Job.count({ where: { name: 'notice' } })).toBe(0);
  });

  it('is retried for a day when the mail server rejects it now', async () => {
    await writeFile(folder, 'a file where the folder should be');
    const transcription = await ready();
    const run = await next('notice');
    await expect(sendOutcomeEmail(run)).rejects.toBeInstanceOf(NotYet);
    await postponeJob(run.claim, new NotYet(0));
    await rm(folder);
    await mkdir(folder, { recursive: true });
    await sendOutcomeEmail(await next('notice'));
    expect(await mails()).toHaveLength(1);

    await rm(folder, { recursive: true });
    await writeFile(folder, 'again');
    await transcription.reload();
    await transcription.update({ finishedAt: new Date(Date.now() - 25 * 3_600_000), noticedAt: null });
    const late = { ...run, claim: { ...run.claim, fence: run.claim.fence + 1 } };
    await expect(sendOutcomeEmail(late)).rejects.toMatchObject({ code: 'notice.not-sent' });
    await rm(folder);
  });

  it('is not sent for the sample, nor to users who opted out, nor for a deleted transcription', async () => {
    await ready({ isSample: true });
    expect(await Job.count({ where: { name: 'notice' } })).toBe(0);
    await User.update({ wantsNotices: false }, { where: { id: userId } });
    const { id } = await ready();
    const run = await next('notice');
    await sendOutcomeEmail(run);
    await sendOutcomeEmail({ ...run, payload: { transcriptionId: id + 1000 } });
    expect(await mails()).toEqual([]);
  });
});
