import { settings } from '@/app/config/env.server';
import { createFfmpegDecoder, findFfmpeg } from './ffmpeg/ffmpeg.server';
import { createLibavDecoder } from './libav/libav.server';
import type { MediaDecoder } from './port';

/** The system's ffmpeg where `searchPath` (as PATH) has it, else the libav that npm installed. */
export function chooseMediaDecoder(searchPath: string): MediaDecoder {
  const programs = findFfmpeg(searchPath);
  return programs ? createFfmpegDecoder(programs) : createLibavDecoder();
}

let chosen: MediaDecoder | undefined;
const decoder = () => (chosen ??= chooseMediaDecoder(settings.searchPath));

/** The decoder of this machine, chosen when first used. */
export const media: MediaDecoder = {
  get name() {
    return decoder().name;
  },
  probe: (path) => decoder().probe(path),
  decode: (inputPath, outputPath, options) => decoder().decode(inputPath, outputPath, options),
  encode: (samplesPath, outputPath, options) => decoder().encode(samplesPath, outputPath, options),
};
