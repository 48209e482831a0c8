import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { projectDir } from '@/app/config/env.server';
import { DICTATION_EXPIRY_MS, MAX_DICTATIONS, SPARE_DICTATION_CHUNKS } from '@/app/domain/upload/dictation';
import { dictationFile, dictationsFolder } from '@/app/services/platform/storage/dictation-file.server';
import { sweep } from '@/app/services/platform/system/sweep.server';
import { addToDictation } from '@/app/services/transcription/live/dictation/add-to-dictation.server';
import { beginDictation } from '@/app/services/transcription/live/dictation/begin-dictation.server';
import {
  discardAllDictations,
  discardDictation,
} from '@/app/services/transcription/live/dictation/discard-dictation.server';
import { followDictation } from '@/app/services/transcription/live/dictation/follow-dictation.server';
import { transcribe } from '@/app/services/transcription/transcribe.server';
import { uploadRecording } from '@/app/services/upload/upload-recording.server';
import { inTransaction } from '@/models/database.server';
import { Dictation } from '@/models/dictation.server';
import { Job } from '@/models/job.server';
import { LiveSegment } from '@/models/live-segment.server';
import { claimAttempt, utterancesOf } from '@/tests/factories/attempt';
import { matroska, NATURAL_STEP_MS } from '@/tests/factories/matroska';
import { transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { OFTEN, SLOW } from '@/tests/support/until';

const WAV_HEADER_BYTES = 44;
const CHUNK_BYTES = 128 * 1024;

const samples = readFileSync(path.join(projectDir, 'public/sample/reuniao.wav')).subarray(WAV_HEADER_BYTES);
const recording = matroska([{ samples, stepMs: NATURAL_STEP_MS }]);

describeOnBothDatabases('a dictation', () => {
  let userId: number;
  let publicId: string;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
    ({ publicId } = await beginDictation({ userId, language: 'pt' }));
    return () => rm(dictationsFolder(), { recursive: true, force: true });
  });

  const add = (at: number, bytes: Buffer, heard = 0) =>
    addToDictation({ userId, publicId, at, bytes, heard });

  async function addAll(content: Buffer): Promise<void> {
    for (let at = 0; at < content.length; at += CHUNK_BYTES) {
      await add(at, content.subarray(at, at + CHUNK_BYTES));
    }
  }

  const ask = (heard = 0) => add(0, Buffer.alloc(0), heard);

  async function send(content: Buffer) {
    const upload = { userId, submissionId: randomUUID(), language: 'pt', fileName: 'ditado.webm' };
    return transcriptionOf(await uploadRecording({ ...upload, body: Readable.from([content]) }));
  }

  it('is heard while it is made, and its transcription keeps that text', async () => {
    await addAll(recording.subarray(0, recording.length / 2));
    const run = await claimAttempt<{ dictationId: number }>('follow-dictation');
    const following = followDictation(run);
    await expect
      .poll(async () => (await ask()).passages?.length ?? 0, { ...OFTEN, ...SLOW })
      .toBeGreaterThan(0);
    const { heard } = await ask();
    expect((await ask(heard)).passages).toBeNull();
    for (let at = Number(await sizeOf()); at < recording.length; at += CHUNK_BYTES) {
      await add(at, recording.subarray(at, at + CHUNK_BYTES));
    }
    await expect.poll(async () => (await wordsHeard()).length, { ...OFTEN, ...SLOW }).toBeGreaterThan(100);
    const words = await wordsHeard();

    const transcription = await send(recording);
    await transcribe(await claimAttempt('transcribe'));
    const text = await utterancesOf(transcription);
    const final = text.flatMap((utterance) => utterance.words.map((word) => word.text));
    expect(final.slice(0, words.length)).toEqual(words);
    await following;
    expect([await Dictation.count(), await LiveSegment.count()]).toEqual([0, 0]);
    expect(existsSync(dictationFile(publicId))).toBe(false);
  });

  const sizeOf = async () =>
    (await Dictation.findOne({ where: { publicId }, rejectOnEmpty: true })).sizeBytes;

  async function wordsHeard(): Promise<string[]> {
    const rows = await LiveSegment.findAll({ order: ['number'] });
    return rows.flatMap(({ content }) =>
      JSON.parse(content).words.map((word: { text: string }) => word.text),
    );
  }

  it('of other bytes is not taken', async () => {
    const other = Buffer.from(recording);
    other[other.length - 1]! ^= 1;
    await addAll(other);
    const transcription = await send(recording);
    await transcribe(await claimAttempt('transcribe'));
    await transcription.reload();
    expect(transcription.status).toBe('succeeded');
    expect(await Dictation.count()).toBe(1);
  });

  it('takes each byte once, in order', async () => {
    expect((await add(0, Buffer.from('abc'))).bytes).toBe(3);
    expect((await add(0, Buffer.from('abcdef'))).bytes).toBe(3);
    expect((await add(9, Buffer.from('xyz'))).bytes).toBe(3);
    expect((await add(3, Buffer.from('def'))).bytes).toBe(6);
    expect(await readFile(dictationFile(publicId), 'utf8')).toBe('abcdef');
    await Promise.all([add(6, Buffer.from('gh')), add(6, Buffer.from('gh'))]);
    expect(await readFile(dictationFile(publicId), 'utf8')).toBe('abcdefgh');
    expect(await Job.count({ where: { name: 'follow-dictation' } })).toBe(1);
  });

  it('is its owner’s alone', async () => {
    const stranger = await makeUser();
    const missing = { code: 'upload.not-found' };
    const bytes = Buffer.from('abc');
    await expect(
      addToDictation({ userId: stranger, publicId, at: 0, bytes, heard: 0 }),
    ).rejects.toMatchObject(missing);
    await expect(discardDictation(stranger, publicId)).rejects.toMatchObject(missing);
    expect(await sizeOf()).toBe(0);
  });

  it('has bounds', async () => {
    await Dictation.update({ chunkCount: SPARE_DICTATION_CHUNKS + 20 }, { where: { publicId } });
    await expect(add(0, Buffer.from('abc'))).rejects.toMatchObject({ code: 'upload.too-many' });
    for (let index = 0; index < MAX_DICTATIONS; index += 1) await beginDictation({ userId, language: 'pt' });
    expect(await Dictation.count({ where: { userId } })).toBe(MAX_DICTATIONS);
    await expect(ask()).rejects.toMatchObject({ code: 'upload.not-found' });
    const beginMany = async () => {
      for (let index = 0; index < 30; index += 1) await beginDictation({ userId, language: 'pt' });
    };
    await expect(beginMany()).rejects.toMatchObject({ code: 'upload.too-many' });
  });

  it('is deleted with its text and file when it is discarded, left, or its account is deleted', async () => {
    await add(0, Buffer.from('abc'));
    await discardDictation(userId, publicId);
    expect(existsSync(dictationFile(publicId))).toBe(false);

    ({ publicId } = await beginDictation({ userId, language: 'pt' }));
    await add(0, Buffer.from('abc'));
    await sweep();
    expect(existsSync(dictationFile(publicId))).toBe(true);
    const old = new Date(Date.now() - DICTATION_EXPIRY_MS - 1);
    await Dictation.update({ updatedAt: old, language: 'pt' }, { where: {}, silent: true });
    const orphan = dictationFile('orphan');
    await writeFile(orphan, '');
    await utimes(orphan, old, old);
    await sweep();
    expect(await readdir(dictationsFolder())).toEqual([]);

    ({ publicId } = await beginDictation({ userId, language: 'pt' }));
    await add(0, Buffer.from('abc'));
    await inTransaction((transaction) => discardAllDictations(userId, transaction));
    expect([await Dictation.count(), await readdir(dictationsFolder())]).toEqual([0, []]);
  });

  it('ends its job when it is discarded', async () => {
    await addAll(recording.subarray(0, recording.length / 4));
    const following = followDictation(await claimAttempt<{ dictationId: number }>('follow-dictation'));
    await expect.poll(() => LiveSegment.count(), { ...OFTEN, ...SLOW }).toBeGreaterThan(0);
    await discardDictation(userId, publicId);
    await following;
    expect(await LiveSegment.count()).toBe(0);
  });
});
