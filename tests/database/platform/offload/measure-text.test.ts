import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { createDocument } from '@/app/services/document/create-document.server';
import { saveDocument } from '@/app/services/document/save-document.server';
import { measureText } from '@/app/services/platform/offload/measure-text.server';
import { createShare } from '@/app/services/sharing/shares.server';
import { appendToDraft } from '@/app/services/transcript/append-to-draft.server';
import { saveDraft } from '@/app/services/transcript/save-draft.server';
import { Transcript } from '@/models/transcript.server';
import { makeTranscript } from '@/tests/factories/transcript';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';

describeOnBothDatabases('how long a text is', () => {
  let userId: number;
  let transcription: string;
  let machineBytes: number;

  beforeEach(async () => {
    userId = await makeUser();
    transcription = await makeTranscript(userId, ['olá a todos', 'vamos lá']);
    const newest = await Transcript.findOne({ order: [['id', 'DESC']], rejectOnEmpty: true });
    machineBytes = Buffer.byteLength(newest.utterances);
  });

  const edit = (text: string) =>
    appendToDraft(userId, transcription, {
      version: 1,
      changes: [
        {
          id: randomUUID(),
          change: { kind: 'replace', ids: ['1.0'], blocks: [{ id: randomUUID(), speaker: 'A', text }] },
        },
      ],
    });

  it('measures the machine’s transcript in bytes', async () => {
    expect(await measureText({ transcription })).toBe(machineBytes);
    expect(await measureText({ transcription: 'unknown' })).toBe(0);
  });

  it('counts unsaved changes, and the uncompressed size of saved versions', async () => {
    await edit('sim '.repeat(3_900));
    const waiting = await measureText({ transcription });
    expect(waiting).toBeGreaterThan(machineBytes + 15_600);
    await saveDraft(userId, transcription, { version: 1, submissionId: randomUUID() });
    // Each word carries timestamps.
    expect(await measureText({ transcription })).toBeGreaterThan(machineBytes + 3_900 * 50);
  });

  it('measures a document with its linked transcript', async () => {
    const request = {
      template: 'blank',
      withTimes: false,
      language: 'pt',
      submissionId: randomUUID(),
    } as const;
    const document = await createDocument(userId, { ...request, transcription });
    const before = await measureText({ document });
    expect(before).toBeGreaterThan(machineBytes);
    const text = [{ kind: 'paragraph' as const, runs: [{ text: 'a'.repeat(300_000) }] }];
    const form = { version: 1, changeCount: 0, title: 'A', text, submissionId: randomUUID() };
    await saveDocument(userId, document, form);
    expect((await measureText({ document })) - machineBytes).toBe(300_000 + '<p></p>'.length);
    expect(await measureText({ document: 'unknown' })).toBe(0);
  });

  it('measures the transcript behind a share link', async () => {
    const link = await createShare(userId, transcription, {
      days: 1,
      audio: false,
      submissionId: randomUUID(),
    });
    const share = link.split('/').at(-1)!;
    expect(await measureText({ share })).toBe(machineBytes);
    expect(await measureText({ share: 'unknown' })).toBe(0);
  });
});
