/**
 * Import for its effect, after `data-folder`: each recording is probed, decoded and encoded only once in a run.
 * Many tests upload the same few, and each start of ffmpeg or ffprobe costs 0.05 CPU-s. Failures are not kept.
 */
import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { settings } from '@/app/config/env.server';
import { media } from '@/app/integrations/media/index.server';

const folder = path.join(inject('runFolder'), 'media');
const { probe, decode, encode } = media;
/** What the outcome depends on besides the recording. */
const about = [media.name, settings.maxFileMs];

media.probe = async (input) => {
  const place = await placeOf(input, 'probe');
  return (await resultAt(place)) ?? keep(place, await probe(input));
};

media.decode = async (input, output, options) => {
  options.signal.throwIfAborted();
  const place = await placeOf(input, 'decode', options.maxDurationMs);
  const earlier = await resultAt<{ durationMs: number }>(place);
  if (!earlier) return keep(place, await decode(input, output, options), output);
  await copyFile(filesAt(place).output, output);
  options.onProgress(1);
  return earlier;
};

media.encode = async (samples, output, options) => {
  options.signal.throwIfAborted();
  const place = await placeOf(samples, 'encode', options.kbitPerSecond);
  if (await resultAt(place)) return copyFile(filesAt(place).output, output);
  await encode(samples, output, options);
  await keep(place, true, output);
};

async function placeOf(input: string, ...task: unknown[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([...about, ...task]));
  return path.join(folder, hash.update(await readFile(input)).digest('hex'));
}

const filesAt = (place: string) => ({ output: `${place}.output`, result: `${place}.json` });

async function resultAt<T>(place: string): Promise<T | undefined> {
  const text = await readFile(filesAt(place).result, 'utf8').catch(() => undefined);
  return text && JSON.parse(text);
}

/** The result comes last and whole: another worker may look for it at any moment. */
async function keep<T>(place: string, result: T, output?: string): Promise<T> {
  const { output: keptOutput, result: keptResult } = filesAt(place);
  const own = `${place}.${randomUUID()}`;
  await mkdir(folder, { recursive: true });
  if (output) {
    await copyFile(output, own);
    await rename(own, keptOutput);
  }
  await writeFile(own, JSON.stringify(result));
  await rename(own, keptResult);
  return result;
}
