import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectDir, settings } from '@/app/config/env.server';
import type { StoredSegment } from '@/app/integrations/speech/port';
import { followText } from '@/app/services/transcription/live/follow-text.server';
import { readLivePassages } from '@/app/services/transcription/live/read-live-passages.server';
import { takeLiveSegments } from '@/app/services/transcription/live/take-live-segments.server';
import { readUnfinishedTranscript } from '@/app/services/transcription/read-unfinished-transcript.server';
import { transcribe } from '@/app/services/transcription/transcribe.server';
import { uploadRecording } from '@/app/services/upload/upload-recording.server';
import { Checkpoint } from '@/models/checkpoint.server';
import { inTransaction } from '@/models/database.server';
import { Dictation } from '@/models/dictation.server';
import { LiveSegment } from '@/models/live-segment.server';
import { newPublicId } from '@/models/public-id.server';
import type { Transcription } from '@/models/transcription.server';
import { claimAttempt, utterancesOf } from '@/tests/factories/attempt';
import { matroska, NATURAL_STEP_MS } from '@/tests/factories/matroska';
import { transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { speechProcessesOf } from '@/tests/integrations/speech/speech-processes';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { OFTEN, SLOW } from '@/tests/support/until';

const WAV_HEADER_BYTES = 44;
/** What a browser writes while people speak; here it is all there after two seconds. */
const PARTS = 20;
const PART_MS = 100;

const samples = readFileSync(path.join(projectDir, 'public/sample/reuniao.wav')).subarray(WAV_HEADER_BYTES);
const recording = matroska([{ samples, stepMs: NATURAL_STEP_MS }]);

describeOnBothDatabases('live text', () => {
  let userId: number;
  let dictation: Dictation;
  let folder: string;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
    const publicId = newPublicId();
    dictation = await Dictation.create({ publicId, userId, language: 'pt' });
    folder = await mkdtemp(path.join(tmpdir(), 'celeste-live-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  const source = () => ({ dictationId: dictation.id });

  /** Follows a file that is written by the test. */
  function follow({ startMs = 0 } = {}) {
    const recordingPath = path.join(folder, 'audio.webm');
    const stop = new AbortController();
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const heard = { source: source(), recordingPath, startMs, language: 'pt', ended, signal: stop.signal };
    const result = followText(heard);
    result.catch(() => {});
    const grow = async (content: Buffer) => {
      const size = Math.ceil(content.length / PARTS);
      for (let at = 0; at < content.length; at += size) {
        await appendFile(recordingPath, content.subarray(at, at + size));
        await sleep(PART_MS);
      }
    };
    return { recordingPath, stop, end, result, grow };
  }

  async function followAll(options: { startMs?: number } = {}): Promise<void> {
    const { recordingPath, end, result } = follow(options);
    await writeFile(recordingPath, recording);
    end();
    await result;
  }

  const segments = async (): Promise<StoredSegment[]> =>
    (await LiveSegment.findAll({ order: ['number'] })).map(({ content }) => JSON.parse(content));

  const liveText = async () => (await readLivePassages(dictation.id)).map(({ text }) => text).join(' ');

  /** The recording becomes a transcription, as an upload does. */
  async function send(): Promise<Transcription> {
    const upload = { userId, submissionId: randomUUID(), language: 'pt', fileName: 'obra.webm' };
    return transcriptionOf(await uploadRecording({ ...upload, body: Readable.from([recording]) }));
  }

  const take = (transcription: Transcription) =>
    inTransaction((transaction) => takeLiveSegments(source(), transcription.id, transaction));

  const liveProcesses = () => speechProcessesOf(process.pid, 'follow');

  it('is there while the recording grows, and does not change when it is transcribed', async () => {
    const { grow, end, result } = follow();
    expect(await readLivePassages(dictation.id)).toEqual([]);
    await grow(recording.subarray(0, recording.length / 2));
    await expect.poll(liveText, OFTEN).not.toBe('');
    const early = await liveText();
    await grow(recording.subarray(recording.length / 2));
    end();
    await result;
    const heard = (await segments()).flatMap(({ words }) => words.map(({ text }) => text));
    expect(heard.length).toBeGreaterThan(140);
    expect((await liveText()).startsWith(early.split(' ').slice(0, 5).join(' '))).toBe(true);

    const transcription = await send();
    await take(transcription);
    expect(await LiveSegment.count()).toBe(0);
    const shown = await readUnfinishedTranscript(userId, transcription.publicId);
    expect(shown).toMatchObject({ passages: expect.arrayContaining([expect.anything()]) });
    await transcribe(await claimAttempt('transcribe'));
    const text = await utterancesOf(transcription);
    const words = text.flatMap((utterance) => utterance.words.map((word) => word.text));
    expect(words).toEqual(heard);
  });

  it('is where the transcription resumes', async () => {
    await followAll();
    const [first] = await LiveSegment.findAll({ order: ['number'] });
    const changed: StoredSegment = JSON.parse(first!.content);
    changed.words[0]!.text = 'ouvido-ao-vivo';
    await first!.update({ content: JSON.stringify(changed) });
    const transcription = await send();
    await take(transcription);
    await transcribe(await claimAttempt('transcribe'));
    expect((await utterancesOf(transcription))[0]!.words[0]!.text).toBe('ouvido-ao-vivo');
  });

  it('is dropped when another speech model is used by then', async () => {
    await followAll();
    await LiveSegment.update({ model: 'other' }, { where: {} });
    const transcription = await send();
    await take(transcription);
    expect([await LiveSegment.count(), await Checkpoint.count()]).toEqual([0, 0]);
  });

  it('of a second piece has the times of the whole recording, and is recognized again', async () => {
    await followAll();
    const firstPiece = await segments();
    await followAll({ startMs: 100_000 });
    const passages = await readLivePassages(dictation.id);
    const times = passages.map(({ startMs }) => startMs);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    expect(times[0]).toBeLessThan(10_000);
    expect(times.at(-1)).toBeGreaterThan(100_000);
    const transcription = await send();
    await take(transcription);
    const kept = await Checkpoint.findAll({ where: { transcriptionId: transcription.id }, order: ['id'] });
    expect(kept.map(({ content }) => JSON.parse(content))).toEqual(firstPiece);
  });

  it('continues after a crash of the recognizer', async () => {
    const { grow, end, result } = follow();
    await grow(recording.subarray(0, recording.length / 2));
    await expect.poll(() => LiveSegment.count(), OFTEN).toBeGreaterThan(0);
    const [killed] = liveProcesses();
    process.kill(killed!, 'SIGKILL');
    await grow(recording.subarray(recording.length / 2));
    end();
    await result;
    const words = (await segments()).flatMap((segment) => segment.words);
    expect(words.length).toBeGreaterThan(140);
    expect(words.length).toBeLessThan(160);
  });

  it('stops within two seconds, keeps what was heard, and leaves neither process nor folder', async () => {
    const { recordingPath, stop, result } = follow();
    await writeFile(recordingPath, recording);
    await expect.poll(() => LiveSegment.count(), { ...OFTEN, ...SLOW }).toBeGreaterThan(0);
    const reason = new Error('stopped by its owner');
    const startedAt = performance.now();
    stop.abort(reason);
    await expect(result).rejects.toBe(reason);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(liveProcesses()).toEqual([]);
    expect(await readdir(path.join(settings.dataDir, 'tmp'))).toEqual([]);
    expect(await LiveSegment.count()).toBeGreaterThan(0);
  });

  it('does no harm when there is nothing to hear', async () => {
    const { recordingPath, end, result } = follow();
    await writeFile(recordingPath, 'no recording');
    end();
    await result;
    expect(await readLivePassages(dictation.id)).toEqual([]);
    const missing = follow();
    missing.end();
    await missing.result;
  });

  it('goes with its dictation', async () => {
    await followAll();
    await dictation.destroy();
    expect(await LiveSegment.count()).toBe(0);
    expect(await readLivePassages(dictation.id)).toEqual([]);
  });
});
