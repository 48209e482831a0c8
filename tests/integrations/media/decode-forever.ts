/** A process that decodes until it is killed. Arguments: the decoder's name, input, output. */
import { createFfmpegDecoder, findFfmpeg } from '@/app/integrations/media/ffmpeg/ffmpeg.server';
import { createLibavDecoder } from '@/app/integrations/media/libav/libav.server';

const [name, input, output] = process.argv.slice(2) as [string, string, string];
const decoder =
  name === 'ffmpeg' ? createFfmpegDecoder(findFfmpeg(process.env.PATH ?? '')!) : createLibavDecoder();

await decoder.decode(input, output, {
  maxDurationMs: Number.MAX_SAFE_INTEGER / 1000,
  signal: new AbortController().signal,
  onProgress: () => process.send?.('progress'),
});
