import '@/tests/support/data-folder';
import '@/tests/support/remember-media';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { projectDir, settings } from '@/app/config/env.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { searchTranscripts } from '@/app/services/library/search-transcripts.server';
import { exportTranscript } from '@/app/services/transcript/export-transcript.server';
import { readDraftTranscript, readTranscript } from '@/app/services/transcript/read-transcript.server';
import { saveDraft } from '@/app/services/transcript/save-draft.server';
import { indexSavedTranscript } from '@/app/services/transcript/saved-text.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';
import { parseTranscript } from '@/app/services/upload/import/parse-transcript.server';
import { countImport, registerImport } from '@/app/services/upload/import/register-import.server';
import { storeRecording } from '@/app/services/upload/upload-recording.server';
import { Job } from '@/models/job.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const SRT =
  '1\n00:00:00,600 --> 00:00:02,000\nAna: bom dia a todos\n\n2\n00:00:04,000 --> 00:00:06,000\nBeto: olá\n';

const parse = (text: string) => parseTranscript(Readable.from([Buffer.from(text)]));

describeOnBothDatabases('importing a transcript', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
  });

  const form = { title: '', language: null, fileName: 'Reunião.srt' };
  const importText = async (text: string, submissionId: string = randomUUID()) =>
    registerImport({ ...form, userId, submissionId, parsed: await parse(text), recording: null });

  it('opens without a recording, is edited, exported and searched, and charges nothing', async () => {
    const before = await WalletTransaction.count();
    const { publicId } = await importText(SRT);
    const draft = await readDraftTranscript(userId, publicId);
    expect(draft).toMatchObject({
      title: 'Reunião',
      language: 'pt',
      durationMs: 6000,
      hasRecording: false,
      hadRecording: false,
      importedFrom: 'srt',
      repairs: [{ kind: 'words', count: 2, atMs: 600 }],
    });
    const [block] = draft.blocks;
    const change = {
      kind: 'replace' as const,
      ids: [block!.id],
      blocks: [{ id: 'n', speaker: 'Ana', text: 'boa tarde' }],
    };
    await saveDraft(userId, publicId, {
      version: 1,
      changes: [{ id: 'c', change }],
      submissionId: randomUUID(),
    });
    const { body } = await exportTranscript(userId, publicId, { extension: 'txt', language: 'pt' });
    expect(body).toContain('Ana (00:00:00)\nboa tarde\n\nBeto (00:00:04)\nolá');
    const { id } = await Transcription.findOne({ where: { publicId }, rejectOnEmpty: true });
    await indexSavedTranscript(id);
    expect(JSON.stringify(await searchTranscripts(userId, ['tarde'], {}))).toContain(publicId);
    expect(await Job.count({ where: { name: 'summarize' } })).toBe(1);
    expect(await Job.count({ where: { name: ['transcribe', 'copy-recording'] } })).toBe(0);
    expect(await WalletTransaction.count()).toBe(before);
    expect(await checkLedger()).toEqual([]);
    await deleteTranscription({ userId, publicId, submissionId: randomUUID() });
    expect(await WalletTransaction.count()).toBe(before);
  });

  it('keeps the recording beside the text, also with an empty wallet', async () => {
    const before = await WalletTransaction.count();
    const parsed = await parse(SRT);
    const body = createReadStream(path.join(projectDir, 'public/sample/reuniao.wav'));
    const registered = await storeRecording({ userId, fileName: 'reuniao.wav', body }, (recording) =>
      registerImport({ ...form, userId, submissionId: randomUUID(), parsed, recording }),
    );
    expect(await readTranscript(userId, registered.publicId)).toMatchObject({
      hasRecording: true,
      durationMs: 72_325,
      importedFrom: 'srt',
    });
    expect(await Job.count({ where: { name: 'copy-recording' } })).toBe(1);
    expect(await WalletTransaction.count()).toBe(before);
  });

  it('makes one transcription of a form that is sent twice', async () => {
    const submissionId = randomUUID();
    const [one, other] = await Promise.all([importText(SRT, submissionId), importText(SRT, submissionId)]);
    expect(one).toEqual(other);
    expect(await Transcription.count()).toBe(1);
  });

  it('leaves nothing of a refused file', async () => {
    await expect(importText('1\n00:00:05,000 --> 00:00:02,000\noi\n')).rejects.toMatchObject({
      code: 'import.time-reversed',
      params: { line: 2 },
    });
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1024 ** 2, 'a');
      })(),
    );
    await expect(parseTranscript(endless)).rejects.toMatchObject({ code: 'import.too-large' });
    expect(await readdir(path.join(settings.dataDir, 'tmp'))).toEqual([]);
    expect(await Transcription.count()).toBe(0);
  });

  it('is limited in an hour, and refused to a deleted account', async () => {
    for (let count = 0; count < 60; count += 1) await countImport(userId);
    await expect(countImport(userId)).rejects.toMatchObject({ code: 'import.too-often' });
    await User.update({ deletedAt: new Date() }, { where: { id: userId } });
    await expect(importText(SRT)).rejects.toMatchObject({ code: 'account.login-required' });
  });
});
