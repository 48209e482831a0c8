import '@/tests/support/data-folder';
import '@/tests/support/remember-media';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { action } from '@/app/routes/transcription/speech-webhook';
import { speechWebhookUrl } from '@/app/services/transcription/speech-webhook.server';
import { transcribe } from '@/app/services/transcription/transcribe.server';
import { Job } from '@/models/job.server';
import { claimAttempt, uploadOwnSample } from '@/tests/factories/attempt';
import { recognizeSampleAsAssemblyAi } from '@/tests/factories/recognized-sample';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const PUBLIC_URL = 'https://celeste.example.org';

const server = await vi.hoisted(async () => {
  const { AssemblyAiServer } = await import('@/tests/support/assemblyai-server');
  const started = await new AssemblyAiServer().start();
  const { apiKey: ASSEMBLYAI_API_KEY, url: ASSEMBLYAI_BASE_URL } = started;
  Object.assign(process.env, {
    SPEECH_ENGINE: 'assemblyai',
    ASSEMBLYAI_API_KEY,
    ASSEMBLYAI_BASE_URL,
    PUBLIC_URL: 'https://celeste.example.org/',
    SESSION_SECRET: 'x'.repeat(32),
  });
  return started;
});

afterAll(() => server.stop());

/** Calls the route as the server behind the public URL would. */
async function post(request: Request): Promise<number> {
  const publicId = new URL(request.url).pathname.split('/').at(-1)!;
  return (await action({ request, params: { publicId }, context: {} })).status;
}

describeOnBothDatabases('a webhook of the speech engine', () => {
  beforeEach(async () => {
    await resetDatabase();
    server.reset();
    server.recognize = recognizeSampleAsAssemblyAi;
    server.deliverWebhook = post;
  });

  /** A transcription that waits for AssemblyAI, with its job due in a minute. */
  async function waitingTranscription() {
    const transcription = await uploadOwnSample(await makeUser());
    const run = await claimAttempt('transcribe');
    await expect(transcribe(run)).rejects.toMatchObject({ name: 'NotYet', retryInMs: 60_000 });
    const later = { status: 'waiting', leasedUntil: null, runAt: new Date(Date.now() + 60_000) } as const;
    await Job.update(later, { where: { id: run.claim.jobId } });
    return transcription;
  }

  const isDue = async () => {
    const job = await Job.findOne({ where: { name: 'transcribe' }, order: [['id', 'DESC']] });
    return job!.runAt <= new Date();
  };

  it('makes the job due, once or twice, early or late', async () => {
    const transcription = await waitingTranscription();
    const { publicId } = transcription;
    expect(server.startedTranscripts[0]!.webhook_url).toBe(`${PUBLIC_URL}/webhooks/speech/${publicId}`);
    expect(await isDue()).toBe(false);
    expect(await server.finishAll()).toEqual([204]);
    expect(await isDue()).toBe(true);
    const [id] = [...server.transcripts.keys()];
    expect(await server.sendWebhook(id!)).toBe(204);
    await transcribe(await claimAttempt('transcribe'));
    expect(await server.sendWebhook(id!)).toBe(204);
    expect((await transcription.reload()).status).toBe('succeeded');
    await transcription.destroy();
    expect(await server.sendWebhook(id!)).toBe(204);
  });

  it.each([
    ['no secret', {}],
    ['another secret', { 'X-Celeste-Notice': 'f'.repeat(64) }],
    ['a secret that is none', { 'X-Celeste-Notice': 'é' }],
  ])('is rejected with %s', async (_name, headers) => {
    const { publicId } = await waitingTranscription();
    const url = `${PUBLIC_URL}/webhooks/speech/${publicId}`;
    const body = JSON.stringify({ transcript_id: 'x', status: 'completed' });
    expect(await post(new Request(url, { method: 'POST', headers, body }))).toBe(404);
    expect(await isDue()).toBe(false);
  });

  it('is rejected with the secret of another transcription', async () => {
    const { publicId } = await waitingTranscription();
    const headers = { 'X-Celeste-Notice': speechWebhookUrl('another')!.secret };
    const url = `${PUBLIC_URL}/webhooks/speech/${publicId}`;
    expect(await post(new Request(url, { method: 'POST', headers, body: '{}' }))).toBe(404);
    expect(await isDue()).toBe(false);
  });
});
