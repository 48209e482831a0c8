/**
 * A process that decodes each file of a folder, except the forbidden ones, with every decoder on this
 * machine. Writes one `Reading` per line to stdout, as JSON. Arguments: the folder of inputs, the folder of
 * outputs, the longest duration in ms.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@/app/domain/errors';
import { createFfmpegDecoder, findFfmpeg } from '@/app/integrations/media/ffmpeg/ffmpeg.server';
import { createLibavDecoder } from '@/app/integrations/media/libav/libav.server';

export interface Reading {
  decoder: string;
  file: string;
  /** Error code or message; 'accepted' without an error. */
  verdict: string;
  /** Path of the decoded output. */
  output: string;
}

const [inputs, outputs, maxDurationMs] = process.argv.slice(2) as [string, string, string];
const programs = findFfmpeg(process.env.PATH ?? '');
const decoders = [createLibavDecoder(), ...(programs ? [createFfmpegDecoder(programs)] : [])];

await Promise.all(
  decoders.map(async (decoder) => {
    const files = await readdir(inputs);
    for (const file of files.filter((name) => !name.startsWith('forbidden'))) {
      const output = path.join(outputs, `${decoder.name}-${file}.s16`);
      const options = { maxDurationMs: Number(maxDurationMs), signal: AbortSignal.timeout(30_000) };
      const verdict = await decoder
        .decode(path.join(inputs, file), output, { ...options, onProgress: () => {} })
        .then(
          () => 'accepted',
          (error) => (error instanceof AppError ? error.code : String(error)),
        );
      const reading: Reading = { decoder: decoder.name, file, verdict, output };
      process.stdout.write(`${JSON.stringify(reading)}\n`);
    }
  }),
);
