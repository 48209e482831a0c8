import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { settings } from '@/app/config/env.server';
import { EMPTY_RECORD } from '@/app/domain/transcript/degravacao/record';
import { confirmCode } from '@/app/services/account/confirm-code.server';
import { deleteAccount } from '@/app/services/account/delete-account.server';
import { findSessionUser } from '@/app/services/account/find-session-user.server';
import { savePicture } from '@/app/services/account/picture.server';
import { isFlagOn } from '@/app/services/admin/flags.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { appendToDocumentDraft } from '@/app/services/document/append-to-document-draft.server';
import { createDocument } from '@/app/services/document/create-document.server';
import { addTag } from '@/app/services/library/tags.server';
import { scheduleAssistant } from '@/app/services/meeting/schedule-assistant.server';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { type JobRun, LeaseLost } from '@/app/services/platform/jobs/job';
import { runJobs } from '@/app/services/platform/jobs/run-jobs.server';
import { removeFiles } from '@/app/services/platform/storage/remove-files.server';
import { saveDegravacao } from '@/app/services/transcript/degravacao/save-degravacao.server';
import { transcribe } from '@/app/services/transcription/transcribe.server';
import { beginUpload } from '@/app/services/upload/begin-upload.server';
import { receiveChunk } from '@/app/services/upload/receive-chunk.server';
import { uploadRecording } from '@/app/services/upload/upload-recording.server';
import { uploadSample } from '@/app/services/upload/upload-sample.server';
import { CalendarLink } from '@/models/calendar-link.server';
import { Checkpoint } from '@/models/checkpoint.server';
import { inTransaction } from '@/models/database.server';
import { Degravacao } from '@/models/degravacao.server';
import { Document } from '@/models/document.server';
import { DocumentVersion } from '@/models/document-version.server';
import { Draft } from '@/models/draft.server';
import { DraftChange } from '@/models/draft-change.server';
import { EventAssistant } from '@/models/event-assistant.server';
import { Flag } from '@/models/flag.server';
import { Identity } from '@/models/identity.server';
import { Job } from '@/models/job.server';
import { KnownSpeakers } from '@/models/known-speakers.server';
import { LoginChallenge } from '@/models/login-challenge.server';
import { Meeting } from '@/models/meeting.server';
import { MeetingSettings } from '@/models/meeting-settings.server';
import { Session } from '@/models/session.server';
import { Tag } from '@/models/tag.server';
import { Transcript } from '@/models/transcript.server';
import { Transcription } from '@/models/transcription.server';
import { Upload } from '@/models/upload.server';
import { User } from '@/models/user.server';
import { Voice } from '@/models/voice.server';
import { WalletEntry } from '@/models/wallet-entry.server';
import { makeBrowser } from '@/tests/factories/browser';
import { KNOWN_CODE, makeChallenge } from '@/tests/factories/challenge';
import { makeMeeting } from '@/tests/factories/meeting';
import { png } from '@/tests/factories/pictures';
import { startSession } from '@/tests/factories/session';
import { makeUser } from '@/tests/factories/user';
import { silentWav } from '@/tests/factories/wav';
import { speechProcessOf } from '@/tests/integrations/speech/speech-processes';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { OFTEN } from '@/tests/support/until';

const EMAIL = 'ana@example.com';
const TRIAL_MS = 30 * 60_000;

async function keepVoiceOf(userId: number): Promise<void> {
  const { id: transcriptionId } = await Transcription.findOne({ where: { userId }, rejectOnEmpty: true });
  const range = { startMs: 0, endMs: 900 };
  const print = { model: 'demo', maxDistance: 0.2, embedding: '[1,0]', name: 'Bia Lopes' };
  await Voice.create({ userId, transcriptionId, ...range, ...print });
}

describeOnBothDatabases('deleting an account', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    await rm(storageRoot, { recursive: true, force: true });
    userId = await makeUser({ email: EMAIL, name: 'Ana Souza' });
  });

  const challenge = (values: Partial<LoginChallenge> = {}) =>
    makeChallenge({ purpose: 'delete-account', email: EMAIL, userId, ...values });

  const remove = (challengeId: string, code = KNOWN_CODE, submissionId: string = randomUUID()) =>
    deleteAccount({ userId, sessionId: 1, challengeIds: [challengeId], code, submissionId });

  const upload = (of = userId) =>
    uploadRecording({
      userId: of,
      submissionId: randomUUID(),
      language: 'pt',
      fileName: 'fala.wav',
      body: Readable.from([silentWav(3)]),
    });

  const sample = () => uploadSample({ userId, submissionId: randomUUID(), language: 'pt' });

  const row = () => User.findByPk(userId, { rejectOnEmpty: true });

  const storageRoot = path.join(settings.dataDir, 'storage');

  async function storedFiles(): Promise<string[]> {
    const entries = await readdir(storageRoot, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  /** Runs the jobs enqueued by the deletion. */
  async function runPendingJobs(): Promise<void> {
    const stop = new AbortController();
    const working = runJobs([{ handlers: { 'remove-files': { run: removeFiles } }, slots: 1 }], stop.signal);
    const left = () => Job.count({ where: { name: 'remove-files', status: ['waiting', 'running'] } });
    await expect.poll(left, OFTEN).toBe(0);
    stop.abort();
    await working;
  }

  async function attempt(): Promise<JobRun<{ transcriptionId: number }>> {
    const job = (await claimJob(['transcribe']))!;
    const claim = { jobId: job.id, fence: job.fence };
    return {
      payload: JSON.parse(job.payload),
      claim,
      signal: new AbortController().signal,
      isLastAttempt: false,
    };
  }

  it('keeps the ledger, and nothing that identifies its owner', async () => {
    await sample();
    await transcribe(await attempt());
    await upload();
    const { publicId: unfinished } = await beginUpload({
      userId,
      fileName: 'fala.wav',
      sizeBytes: 9,
      language: 'pt',
      fingerprint: 'a',
    });
    await receiveChunk({ userId, publicId: unfinished, offset: 0, body: Readable.from(['fala']) });
    await savePicture({ userId, submissionId: randomUUID(), body: Readable.from([png(9, 9)]) });
    await Identity.create({ userId, provider: 'google', subject: 'ana-at-google' });
    await makeChallenge({ purpose: 'login', email: EMAIL });
    await Flag.create({ name: 'celeste-youtube', isOn: true, emails: JSON.stringify([EMAIL]) });
    const { publicId } = await Transcription.findOne({ where: { userId }, rejectOnEmpty: true });
    await addTag({ userId, publicId, tag: 'Câmara', submissionId: randomUUID() });
    const asked = { template: 'blank', withTimes: false, language: 'pt' } as const;
    const written = await createDocument(userId, { ...asked, submissionId: randomUUID() });
    const change = { kind: 'title', title: 'Ata de Ana' } as const;
    await appendToDocumentDraft(userId, written, { version: 1, changes: [{ id: 'c1', change }] });
    await KnownSpeakers.create({ userId, names: '["Bia Lopes"]' });
    await keepVoiceOf(userId);
    const meeting = await makeMeeting(userId, { people: '["Ana Souza"]' });
    await inTransaction((transaction) => scheduleAssistant(meeting, transaction));
    await EventAssistant.create({
      userId,
      eventKey: 'k',
      eventId: 'e',
      choice: 'send',
      meetingId: meeting.id,
    });
    await MeetingSettings.create({ userId, botName: 'Assistente de Ana Souza' });
    await CalendarLink.create({ userId, sealedTokens: 'sealed', name: EMAIL });
    await EventAssistant.create({ userId, eventKey: 'key', eventId: 'event' });
    const signed = { ...EMPTY_RECORD, responsible: 'Ana Souza' };
    await saveDegravacao(userId, publicId, { version: 0, submissionId: randomUUID(), record: signed });
    const token = await startSession(userId, 'browser');
    await User.update(
      {
        ...{ onboardingAnswers: '{"area":"law"}', playerSettings: '{}', language: 'en', role: 'admin' },
        meetingTermsAcceptedAt: new Date(),
      },
      { where: { id: userId } },
    );
    const spentMs = (await Transcription.findOne({ where: { status: 'succeeded' }, rejectOnEmpty: true }))
      .durationMs;
    const entriesBefore = await WalletEntry.count();

    await remove(await challenge());
    expect(await findSessionUser(token)).toBeNull();
    for (const model of [
      Session,
      Identity,
      LoginChallenge,
      EventAssistant,
      Tag,
      KnownSpeakers,
      Voice,
      Meeting,
      MeetingSettings,
      CalendarLink,
      EventAssistant,
      Degravacao,
      Upload,
      Transcription,
      Transcript,
      Checkpoint,
      Document,
      DocumentVersion,
      Draft,
      DraftChange,
    ]) {
      expect([model.name, await (model as typeof Session).count()]).toEqual([model.name, 0]);
    }
    expect(await Job.count({ where: { name: 'attend-meeting' } })).toBe(0);
    const revocation = await Job.findOne({ where: { name: 'revoke-calendar' }, rejectOnEmpty: true });
    expect(JSON.parse(revocation.payload)).toEqual({ userId, name: EMAIL, sealedTokens: 'sealed' });
    expect((await row()).get()).toMatchObject({
      name: '',
      role: 'user',
      language: null,
      pictureKey: null,
      onboardingAnswers: null,
      playerSettings: null,
      meetingTermsAcceptedAt: null,
      deletedAt: expect.any(Date),
    });
    const { email, publicId: ownId } = await row();
    expect(email).toMatch(/@deleted\.invalid$/);
    const kept = JSON.stringify([await User.findAll(), await Flag.findAll()]);
    expect(kept.replaceAll(ownId, '')).not.toMatch(/ana|souza/i);
    expect(await isFlagOn('celeste-youtube', { email: 'rui@example.com' })).toBe(false);
    // The hold of the waiting recording was released.
    expect(await WalletEntry.count()).toBe(entriesBefore + 2);
    expect(await readBalance(userId)).toBe(TRIAL_MS - spentMs);
    expect(await checkLedger()).toEqual([]);

    expect((await storedFiles()).length).toBeGreaterThan(0);
    await runPendingJobs();
    expect(await storedFiles()).toEqual([]);
  });

  it('leaves other users unchanged', async () => {
    const neighbour = await makeUser({ email: 'rui@example.com', name: 'Rui' });
    await upload(neighbour);
    const token = await startSession(neighbour, 'browser');
    await upload();
    await remove(await challenge());
    await runPendingJobs();
    expect(await findSessionUser(token)).toMatchObject({ name: 'Rui', email: 'rui@example.com' });
    expect(await Transcription.count({ where: { userId: neighbour } })).toBe(1);
    expect((await Job.findAll({ where: { name: 'transcribe' } })).map(({ lane }) => lane)).toEqual([
      `user:${neighbour}`,
    ]);
    expect(await storedFiles()).toHaveLength(1);
    expect(await checkLedger()).toEqual([]);
  });

  it('requires the code mailed for it, to this very account', async () => {
    const neighbour = await makeUser({ email: 'rui@example.com' });
    const expired = { code: 'account.code-expired' };
    await expect(remove(await challenge(), '000000')).rejects.toMatchObject({ code: 'account.code-invalid' });
    await expect(remove(await challenge({ userId: neighbour }))).rejects.toMatchObject(expired);
    await expect(remove(await challenge({ purpose: 'change-email' }))).rejects.toMatchObject(expired);
    await expect(remove(await challenge({ purpose: 'login', userId: null }))).rejects.toMatchObject(expired);
    expect((await row()).deletedAt).toBeNull();
  });

  it('happens once when the same form is sent ten times at once', async () => {
    await upload();
    const challengeId = await challenge();
    const submissionId = randomUUID();
    await Promise.all(Array.from({ length: 10 }, () => remove(challengeId, KNOWN_CODE, submissionId)));
    expect(await Job.count({ where: { name: 'remove-files' } })).toBe(1);
    expect(await checkLedger()).toEqual([]);
  });

  it('frees the address: unknown at login, new at sign-up', async () => {
    await remove(await challenge());
    const code = { code: KNOWN_CODE };
    const login = await makeChallenge({ purpose: 'login', email: EMAIL });
    await expect(confirmCode([login], code, randomUUID(), makeBrowser())).rejects.toMatchObject({
      code: 'account.login-failed',
    });
    const signup = await makeChallenge({ purpose: 'signup', email: EMAIL, name: 'Ana' });
    const { userId: anew } = await confirmCode([signup], code, randomUUID(), makeBrowser());
    expect(anew).not.toBe(userId);
    expect(await readBalance(anew)).toBe(TRIAL_MS);
  });

  it('stops a running transcription, which then writes nothing', async () => {
    await sample();
    const transcribing = transcribe(await attempt());
    const stopped = expect(transcribing).rejects.toBeInstanceOf(LeaseLost);
    await speechProcessOf(process.pid);
    await remove(await challenge());
    await stopped;
    expect(await Transcript.count()).toBe(0);
    expect(await Checkpoint.count()).toBe(0);
    expect(await readBalance(userId)).toBe(TRIAL_MS);
    expect(await checkLedger()).toEqual([]);
  });

  it('keeps the ledger consistent when its transcriptions end at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const id = await makeUser({ email: `round-${round}@example.com` });
      const submissionId = randomUUID();
      await uploadSample({ userId: id, submissionId, language: 'pt' });
      const run = await attempt();
      const [transcription] = await Transcription.findAll({ where: { userId: id } });
      for (const stage of ['words', 'speakers'] as const) {
        const content = stage === 'speakers' ? 'null' : JSON.stringify(HEARD);
        await Checkpoint.create({ transcriptionId: transcription!.id, stage, content });
      }
      const challengeId = await challenge({ userId: id });
      const deletion = deleteAccount({
        userId: id,
        sessionId: 1,
        challengeIds: [challengeId],
        code: KNOWN_CODE,
        submissionId,
      });
      await Promise.all([deletion, transcribe(run).catch(leaseWasLost)]);
      expect(await Transcription.count({ where: { userId: id } })).toBe(0);
      expect(await checkLedger()).toEqual([]);
    }
  });

  const WORD = { text: 'fim', startMs: 0, endMs: 500, confidence: 0.5 };
  const HEARD = { words: [WORD], concerns: [], turns: null, hasConfidence: true, modelName: 'demo' };

  function leaseWasLost(error: unknown): void {
    expect(error).toBeInstanceOf(LeaseLost);
  }

  it('rejects a recording whose upload ends afterwards, and stores nothing of it', async () => {
    const body = Readable.from(
      (async function* () {
        yield silentWav(3).subarray(0, 100);
        await remove(await challenge());
        yield silentWav(3).subarray(100);
      })(),
    );
    const late = { userId, submissionId: randomUUID(), language: 'pt', fileName: 'tarde.wav', body };
    await expect(uploadRecording(late)).rejects.toMatchObject({ code: 'account.login-required' });
    await runPendingJobs();
    expect(await Transcription.count()).toBe(0);
    expect(await storedFiles()).toEqual([]);
    expect(await checkLedger()).toEqual([]);
  });

  it('ends an impersonation of the account', async () => {
    const adminId = await makeUser({ name: 'Admin' });
    await User.update({ role: 'admin' }, { where: { id: adminId } });
    const token = await startSession(adminId, 'browser');
    await Session.update({ actingAsUserId: userId }, { where: { userId: adminId } });
    expect(await findSessionUser(token)).toMatchObject({ id: userId });
    await remove(await challenge());
    expect(await findSessionUser(token)).toMatchObject({ id: adminId, impersonator: null });
  });
});
