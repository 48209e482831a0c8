import { settings } from '@/app/config/env.server';
import { createFfmpegDecoder, findFfmpeg } from './ffmpeg/ffmpeg.server';
import { createLibavDecoder } from './libav/libav.server';
import type { MediaDecoder } from './port';

/** The system's ffmpeg when it is on `searchPath` (formatted as PATH), else the libav installed by npm. */
export function chooseMediaDecoder(searchPath: string): MediaDecoder {
  const programs = findFfmpeg(searchPath);
  return programs ? createFfmpegDecoder(programs) : createLibavDecoder();
}

let chosen: MediaDecoder | undefined;
const decoder = () => (chosen ??= chooseMediaDecoder(settings.searchPath));

/** This machine's decoder, chosen at first use. */
export const media: MediaDecoder = {
  get name() {
    return decoder().name;
  },
  probe: (path) => decoder().probe(path),
  decode: (inputPath, outputPath, options) => decoder().decode(inputPath, outputPath, options),
  follow: (inputPath, outputPath, options) => decoder().follow(inputPath, outputPath, options),
  encode: (samplesPath, outputPath, options) => decoder().encode(samplesPath, outputPath, options),
};
