import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as tus from 'tus-js-client';
import { settings } from '@/app/config/env.server';
import { titleFromFileName } from '@/app/domain/transcription/recording-file';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { prepareDatabase } from '@/app/services/platform/system/prepare-database.server';
import { Transcription } from '@/models/transcription.server';
import { Upload } from '@/models/upload.server';
import { type Cut, openCuttingProxy } from '@/tests/support/cutting-proxy';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { wav } from '../factories/wav';
import { type RunningCeleste, startCeleste } from '../support/celeste';
import { freePort } from '../support/free-port';
import { Random } from './random';
import { type Figures, printProgress, type Soak } from './soak';

const CHUNK_BYTES = 256 * 1024;
/** Request line and headers of one request. */
const ENVELOPE_BYTES = 2048;
const SAMPLES_PER_SECOND = 192_000;
/** Limit set by a user's trial minutes. */
const MOST_PER_PERSON = 100;
/** Broken connections of one upload before the proxy stops cutting. */
const MAX_CUTS = 6;

export const soak: Soak = ({ count, seed }) =>
  uploadOverCuttingProxy({ count, kills: Math.ceil(count / 10), random: new Random(seed) });

/**
 * Uploads recordings one after the other over connections that break at random bytes in either direction,
 * while the server is sometimes killed and restarted, and asserts that each arrived intact, exactly once.
 * @throws AssertionError when one did not
 */
export async function uploadOverCuttingProxy(run: {
  count: number;
  kills: number;
  random: Random;
}): Promise<Figures> {
  const { count, kills, random } = run;
  await prepareDatabase();
  const before = await Transcription.count();
  const port = String(await freePort());
  const start = () => startCeleste({ command: 'web', dataDir: settings.dataDir, env: { PORT: port } });
  let celeste = await start();
  let person: TestUser | undefined;
  let cuts = 0;
  let resentBytes = 0;
  try {
    for (let index = 0; index < count; index += 1) {
      if (index % MOST_PER_PERSON === 0) person = await signUp(celeste);
      const isKilled = index % Math.ceil(count / Math.max(1, kills)) === 0 && index / count < kills;
      const upload = new CutUpload(celeste, person!, random);
      if (isKilled) {
        upload.atHalf = async () => {
          celeste.process.kill('SIGKILL');
          await new Promise((resolve) => celeste.process.once('exit', resolve));
          celeste = await start();
        };
      }
      const figures = await upload.carryOut(`gravação ${index}.wav`);
      cuts += figures.cuts;
      resentBytes += figures.resentBytes;
      if (index % 20 === 19) printProgress(`${index + 1} recordings over ${cuts} cuts`);
    }
    assert.equal(await Transcription.count(), before + count, 'one row each');
    assert.equal(await Upload.count(), 0, 'no upload left');
    assert.deepEqual(await checkLedger(), []);
  } finally {
    await celeste.stop();
  }
  return {
    'recordings that arrived as they were, once': count,
    'connections cut': cuts,
    'servers killed while one arrived': kills,
    'bytes sent again, a cut': Math.round(resentBytes / Math.max(1, cuts)),
  };
}

/** One resumable upload. */
class CutUpload {
  readonly #celeste: RunningCeleste;
  readonly #person: TestUser;
  readonly #random: Random;
  /** Called once, when half of the bytes have arrived. */
  atHalf: (() => Promise<void>) | undefined;

  constructor(celeste: RunningCeleste, person: TestUser, random: Random) {
    this.#celeste = celeste;
    this.#person = person;
    this.#random = random;
  }

  async carryOut(fileName: string): Promise<{ cuts: number; resentBytes: number }> {
    const bytes = noise(200_000 + this.#random.below(2_000_000), this.#random);
    let left = 1 + this.#random.below(MAX_CUTS);
    const nextCut = (): Cut => {
      if (left === 0) return null;
      left -= 1;
      // A tus response has a few hundred bytes; a request is cut anywhere in its chunk.
      return this.#random.below(3) === 0
        ? { side: 'to client', afterBytes: this.#random.below(600) }
        : { side: 'to server', afterBytes: this.#random.below(bytes.length) };
    };
    const address = await this.#begin(fileName, bytes.length);
    const line = await openCuttingProxy(this.#celeste.address, nextCut);
    try {
      const requests = await this.#send(line.address + address, bytes);
      const resentBytes = Math.max(0, line.bytesUp() - bytes.length - requests * ENVELOPE_BYTES);
      const breaks = line.cuts() + (this.atHalf ? 1 : 0);
      assert.ok(
        resentBytes <= breaks * CHUNK_BYTES,
        `${resentBytes} bytes were sent again over ${breaks} breaks`,
      );
      await this.#finish(address, fileName, bytes);
      return { cuts: line.cuts(), resentBytes };
    } finally {
      await line.close();
    }
  }

  async #begin(fileName: string, sizeBytes: number): Promise<string> {
    const answer = await this.#person.request('/uploads', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: this.#celeste.address },
      body: JSON.stringify({ fileName, sizeBytes, fingerprint: fileName }),
    });
    assert.equal(answer.status, 201, answer.body);
    return (JSON.parse(answer.body) as { address: string }).address;
  }

  /** @returns the number of requests */
  async #send(uploadUrl: string, bytes: Buffer): Promise<number> {
    let requests = 0;
    let disturbed: Promise<void> | undefined;
    await new Promise<void>((resolve, reject) => {
      const upload = new tus.Upload(bytes, {
        uploadUrl,
        chunkSize: CHUNK_BYTES,
        retryDelays: Array.from({ length: 400 }, () => 25),
        headers: { Cookie: this.#person.cookieHeader(), Origin: new URL(uploadUrl).origin },
        onBeforeRequest: () => {
          requests += 1;
        },
        onChunkComplete: (_chunk, accepted) => {
          if (accepted > bytes.length / 2) disturbed ??= this.atHalf?.();
        },
        onSuccess: () => resolve(),
        onError: reject,
      });
      upload.start();
    });
    await disturbed;
    return requests;
  }

  async #finish(address: string, fileName: string, bytes: Buffer): Promise<void> {
    const submissionId = randomUUID();
    const finish = () => this.#person.post(address, { submissionId, language: 'pt' });
    // The response may get lost, so the form is posted twice with the same idempotency key.
    const answers = [await finish(), await finish()];
    for (const { status, body } of answers) assert.equal(status, 303, body);
    const rows = await Transcription.findAll({ where: { title: titleFromFileName(fileName) } });
    assert.equal(rows.length, 1, 'one row');
    const kept = await readFile(path.join(settings.dataDir, 'storage', rows[0]!.storageKey));
    assert.equal(sha256(kept), sha256(bytes), 'the same bytes');
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A WAV file of random bytes. */
function noise(sampleBytes: number, random: Random): Buffer {
  const samples = Buffer.alloc(sampleBytes - (sampleBytes % 4));
  for (let at = 0; at < samples.length; at += 4) samples.writeUInt32LE(random.below(2 ** 32), at);
  return wav(samples, { samplesPerSecond: SAMPLES_PER_SECOND });
}
