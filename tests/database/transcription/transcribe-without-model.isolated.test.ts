import './full-model-only';
import '@/tests/support/data-folder';
import '@/tests/support/remember-media';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { type JobRun, NotYet } from '@/app/services/platform/jobs/job';
import { describeModel } from '@/app/services/transcription/describe-model.server';
import { transcribe } from '@/app/services/transcription/transcribe.server';
import { uploadSample } from '@/app/services/upload/upload-sample.server';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';

describeOnBothDatabases('transcribing while the full model is not there', () => {
  async function attempt(): Promise<JobRun<{ transcriptionId: number }>> {
    const job = (await claimJob(['transcribe']))!;
    const { signal } = new AbortController();
    const claim = { jobId: job.id, fence: job.fence };
    return { payload: JSON.parse(job.payload), claim, signal, isLastAttempt: false };
  }

  it('delays a recording, and transcribes the sample at once with the demonstration model', async () => {
    const recording = await transcriptionOf(await register(await makeUser()));
    await expect(transcribe(await attempt())).rejects.toBeInstanceOf(NotYet);
    expect(await recording.reload()).toMatchObject({ status: 'pending', startedAt: null });
    expect(await describeModel()).toMatchObject({ state: 'fetching' });

    const form = { userId: await makeUser(), submissionId: randomUUID(), language: 'pt' } as const;
    const sample = await transcriptionOf(await uploadSample(form));
    await transcribe(await attempt());
    expect(await sample.reload()).toMatchObject({ status: 'succeeded', modelName: 'demo' });
  });
});
