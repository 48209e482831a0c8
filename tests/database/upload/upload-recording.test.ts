import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { settings } from '@/app/config/env.server';
import { storage } from '@/app/integrations/storage/index.server';
import { uploadRecording } from '@/app/services/upload/upload-recording.server';
import { uploadSample } from '@/app/services/upload/upload-sample.server';
import { Transcription } from '@/models/transcription.server';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { silentWav } from '@/tests/factories/wav';
import { describeOnBothDatabases } from '@/tests/support/databases';

const MINUTE_MS = 60_000;

describeOnBothDatabases('uploading a recording', () => {
  let userId: number;
  let kept: string[];

  beforeEach(async () => {
    userId = await makeUser();
    kept = await files();
  });

  const files = async () => {
    const root = path.join(settings.dataDir, 'storage');
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };

  const announcedBytes = silentWav(2).length;
  const upload = (body: Readable, fileName = 'a.wav', submissionId: string = randomUUID()) =>
    uploadRecording({ userId, submissionId, language: 'pt', fileName, announcedBytes, body });

  const wav = () => Readable.from([silentWav(2)]);

  it('stores the file and probes its duration', async () => {
    const transcription = await transcriptionOf(await upload(wav(), 'C:\\gravações\\Reunião.WAV'));
    expect(transcription).toMatchObject({
      userId,
      title: 'Reunião',
      fileName: 'Reunião.wav',
      isSample: false,
      durationMs: 2000,
      sizeBytes: silentWav(2).length,
    });
    expect(await storage.size(transcription.storageKey)).toBe(transcription.sizeBytes);
  });

  it('stores one file for eight concurrent posts of one form', async () => {
    const submissionId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(wav(), 'a.wav', submissionId)));
    expect(new Set(answers.map(({ publicId }) => publicId)).size).toBe(1);
    expect(await files()).toHaveLength(kept.length + 1);
    const { storageKey } = await transcriptionOf(answers[0]!);
    expect(await storage.size(storageKey)).not.toBeNull();
  });

  it.each([
    { what: 'an unknown ending', fileName: 'a.exe', body: wav, code: 'media.unsupported' },
    { what: 'no recording', fileName: 'a.mp3', body: () => Readable.from(['text']), code: /^media\./ },
    { what: 'an empty file', fileName: 'a.mp3', body: () => Readable.from([]), code: 'media.invalid' },
  ])('deletes $what', async ({ fileName, body, code }) => {
    const refusal = await upload(body(), fileName).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: expect.stringMatching(code) });
    expect(await files()).toEqual(kept);
    expect(await Transcription.count({ where: { userId } })).toBe(0);
  });

  it('deletes an interrupted upload', async () => {
    const body = Readable.from(
      (async function* () {
        yield silentWav(2).subarray(0, 1000);
        throw new Error('the line broke');
      })(),
    );
    await expect(upload(body)).rejects.toThrow('the line broke');
    expect(await files()).toEqual(kept);
  });

  it('rejects a second recording that would have to be stored', async () => {
    await register(userId, { durationMs: 30 * MINUTE_MS });
    expect((await upload(wav())).status).toBe('stored');
    await expect(upload(wav())).rejects.toMatchObject({ code: 'transcription.already-stored' });
    expect(await files()).toHaveLength(kept.length + 1);
  });

  it('uploads the sample like any recording', async () => {
    const transcription = await transcriptionOf(
      await uploadSample({ userId, submissionId: randomUUID(), language: 'en' }),
    );
    expect(transcription).toMatchObject({ isSample: true, language: 'pt', status: 'pending' });
    expect(transcription.durationMs).toBeGreaterThan(MINUTE_MS);
  });
});
