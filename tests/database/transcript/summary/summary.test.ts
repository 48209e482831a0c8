import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SummarySentence } from '@/app/domain/transcript/summary/summary';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { enqueue } from '@/app/services/platform/jobs/enqueue.server';
import { completeJob } from '@/app/services/platform/jobs/finish-job.server';
import { type JobRun, LeaseLost } from '@/app/services/platform/jobs/job';
import {
  acceptSummary,
  deleteSummary,
  editSummary,
} from '@/app/services/transcript/summary/change-summary.server';
import { readSummary, readSummaryState } from '@/app/services/transcript/summary/read-summary.server';
import { summarizeTranscript } from '@/app/services/transcript/summary/summarize-transcript.server';
import { Job } from '@/models/job.server';
import { Summary } from '@/models/summary.server';
import { Transcript } from '@/models/transcript.server';
import { Transcription } from '@/models/transcription.server';
import { transcriptionOf } from '@/tests/factories/recording';
import { makeTranscript } from '@/tests/factories/transcript';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const SAID = ['bom dia', 'a obra da ala nova do hospital termina em março', 'certo', 'até logo'];

describeOnBothDatabases('the summary of a transcript', () => {
  let userId: number;
  let publicId: string;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
    publicId = await makeTranscript(userId, SAID);
  });

  /** Claims the only job, as a worker does. */
  async function attempt(): Promise<JobRun<{ transcriptionId: number }>> {
    const { id: transcriptionId } = await transcriptionOf({ publicId });
    if ((await Job.count()) === 0) await enqueue('summarize', { transcriptionId });
    await Job.update({ leasedUntil: new Date(Date.now() - 1) }, { where: { status: 'running' } });
    const job = (await claimJob(['summarize']))!;
    const claim = { jobId: job.id, fence: job.fence };
    return {
      payload: { transcriptionId },
      claim,
      signal: new AbortController().signal,
      isLastAttempt: false,
    };
  }

  const make = async () => summarizeTranscript(await attempt());
  const form = (version: number) => ({ version, submissionId: randomUUID() });
  const row = () => Summary.findOne({ rejectOnEmpty: true });

  describe('summarize job', () => {
    it('creates the summary once, with the position of each sentence', async () => {
      const run = await attempt();
      await summarizeTranscript(run);
      const made = (await row()).get();
      const [sentence] = JSON.parse(made.sentences) as SummarySentence[];
      expect(sentence).toEqual({ text: SAID[1], place: { utterance: 1, startMs: 800 } });
      expect(made).toMatchObject({ summary: SAID[1], summaryCopy: null, version: 1 });
      await summarizeTranscript(run);
      await summarizeTranscript(await attempt());
      expect((await row()).get()).toEqual(made);
      expect(await Summary.count()).toBe(1);
    });

    it('creates no summary of a recording without speech or of a deleted one', async () => {
      await Transcript.update({ utterances: '[]' }, { where: {} });
      await make();
      expect(await Summary.count()).toBe(0);
      const run = await attempt();
      await Transcription.destroy({ where: { publicId } });
      await summarizeTranscript(run);
      await completeJob(run.claim);
      expect(await Summary.count()).toBe(0);
    });

    it('writes nothing for a worker that lost its lease', async () => {
      const replaced = await attempt();
      await attempt();
      await expect(summarizeTranscript(replaced)).rejects.toBeInstanceOf(LeaseLost);
      expect(await Summary.count()).toBe(0);
    });

    it('summarizes the machine’s transcript, and leaves the transcription unchanged on failure', async () => {
      const before = (await transcriptionOf({ publicId })).get();
      await Transcript.update({ utterances: 'no JSON' }, { where: {} });
      await expect(make()).rejects.toThrow(SyntaxError);
      expect((await transcriptionOf({ publicId })).get()).toEqual(before);
    });
  });

  describe('for its owner', () => {
    it('is offered, accepted, edited, deleted and offered again; the generated summary stays', async () => {
      expect(await readSummaryState(userId, publicId)).toBe('none');
      expect((await readSummary(userId, publicId)).summary).toBeNull();
      await make();
      const { summary, sentences } = await row();
      expect(await readSummaryState(userId, publicId)).toBe('offered');
      expect((await readSummary(userId, publicId)).summary).toEqual({ version: 1, copy: null });

      await acceptSummary(userId, publicId, form(1));
      expect(await readSummaryState(userId, publicId)).toBe('taken');
      expect((await readSummary(userId, publicId)).summary).toEqual({
        version: 2,
        copy: { text: SAID[1], lines: [{ number: 1, text: SAID[1], startMs: 800, utterance: 1 }] },
      });

      await editSummary(userId, publicId, { ...form(2), summaryCopy: `<b>\n${SAID[1]}` });
      expect((await readSummary(userId, publicId)).summary!.copy!.lines).toEqual([
        { number: 1, text: '<b>', startMs: null, utterance: null },
        { number: 2, text: SAID[1], startMs: 800, utterance: 1 },
      ]);

      await deleteSummary(userId, publicId, form(3));
      expect(await readSummaryState(userId, publicId)).toBe('offered');
      expect(await row()).toMatchObject({ summary, sentences, summaryCopy: null, version: 4 });
      await acceptSummary(userId, publicId, form(4));
      expect(await row()).toMatchObject({ summaryCopy: summary });
    });

    it('is changed once by a repeated form (idempotency)', async () => {
      await make();
      const same = form(1);
      await Promise.all(Array.from({ length: 10 }, () => acceptSummary(userId, publicId, same)));
      expect(await row()).toMatchObject({ version: 2 });
    });

    it('rejects a form with an outdated version', async () => {
      await make();
      await acceptSummary(userId, publicId, form(1));
      await editSummary(userId, publicId, { ...form(2), summaryCopy: 'meu' });
      const late = { ...form(2), summaryCopy: 'tarde' };
      await expect(editSummary(userId, publicId, late)).rejects.toMatchObject({ code: 'summary.conflict' });
      await expect(acceptSummary(userId, publicId, form(1))).rejects.toMatchObject({
        code: 'summary.not-made',
      });
      await expect(deleteSummary(userId, publicId, form(1))).rejects.toMatchObject({
        code: 'summary.not-deleted',
      });
      expect(await row()).toMatchObject({ summaryCopy: 'meu', version: 3 });
    });

    it('links sentences to utterances of the current text', async () => {
      await make();
      await acceptSummary(userId, publicId, form(1));
      const { utterances } = await Transcript.findOne({ rejectOnEmpty: true });
      await Transcript.update({ utterances: JSON.stringify(JSON.parse(utterances).slice(1)) }, { where: {} });
      expect((await readSummary(userId, publicId)).summary!.copy!.lines).toMatchObject([{ utterance: 0 }]);
    });

    it('reports an unreadable summary', async () => {
      await make();
      await acceptSummary(userId, publicId, form(1));
      await Summary.update({ sentences: 'no JSON' }, { where: {} });
      expect(await readSummary(userId, publicId)).toMatchObject({ summary: null, isUnreadable: true });
    });

    it('is not found for another user', async () => {
      await make();
      const stranger = await makeUser();
      const notFound = { code: 'transcription.not-found' };
      await expect(readSummary(stranger, publicId)).rejects.toMatchObject(notFound);
      await expect(acceptSummary(stranger, publicId, form(1))).rejects.toMatchObject(notFound);
      await expect(deleteSummary(stranger, publicId, form(1))).rejects.toMatchObject(notFound);
      expect(await row()).toMatchObject({ version: 1 });
    });
  });
});
