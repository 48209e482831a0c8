import { AV_NOPTS_VALUE } from 'node-av/constants';
import { Codec, CodecContext, type FormatContext, Frame, type Packet, type Stream } from 'node-av/lib';
import { allowedDecoders } from '../format-whitelist';
import type { AudioProbeResult } from '../probe-result';
import { packetsOf } from './recording';
import { Resampler } from './resampler';

/** Approximate size of an output chunk, in bytes. */
const CHUNK_BYTES = 64 * 1024;
/** A quarter of a second: samples of a growing recording are waited for. */
const GROWING_CHUNK_BYTES = 8 * 1024;

/** Decodes the track to 16-bit, 16 kHz mono samples. Undecodable packets are skipped. */
export const decodeSamples = (
  context: FormatContext,
  audio: Stream,
  { hasGaps }: AudioProbeResult,
): Generator<Buffer> => resampled(context, audio, new Resampler({ fillsGaps: hasGaps }), CHUNK_BYTES);

/** Like `decodeSamples`, when nothing is known of the track: its clock tells of a late start and of gaps. */
export const decodeGrowingSamples = (context: FormatContext, audio: Stream): Generator<Buffer> =>
  resampled(context, audio, new Resampler({ fillsGaps: true, fillsStart: true }), GROWING_CHUNK_BYTES);

function* resampled(
  context: FormatContext,
  audio: Stream,
  resampler: Resampler,
  chunkLimit: number,
): Generator<Buffer> {
  const { num, den } = audio.timeBase;
  let chunk: Buffer[] = [];
  let chunkBytes = 0;
  for (const frame of framesOf(context, audio)) {
    const ticks = frame.bestEffortTimestamp;
    const atSeconds = ticks === AV_NOPTS_VALUE ? undefined : (Number(ticks) * num) / den;
    for (const samples of resampler.convert(frame, atSeconds)) {
      chunk.push(samples);
      chunkBytes += samples.length;
    }
    if (chunkBytes >= chunkLimit) {
      yield Buffer.concat(chunk);
      chunk = [];
      chunkBytes = 0;
    }
  }
  yield Buffer.concat([...chunk, ...resampler.flush()]);
}

/** Yields the track's decoded frames. Each frame is valid until the next one is requested. */
function* framesOf(context: FormatContext, audio: Stream): Generator<Frame> {
  const decoder = openDecoder(audio);
  if (!decoder) return;
  const frame = new Frame();
  frame.alloc();
  const send = function* (packet: Packet | null) {
    decoder.sendPacketSync(packet);
    while (decoder.receiveFrameSync(frame) >= 0) {
      yield frame;
      frame.unref();
    }
  };
  for (const packet of packetsOf(context, audio)) yield* send(packet);
  yield* send(null);
}

function openDecoder(audio: Stream): CodecContext | undefined {
  const codec = Codec.findDecoder(audio.codecpar.codecId);
  if (!codec?.name || !allowedDecoders.includes(codec.name)) return undefined;
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  decoder.parametersToContext(audio.codecpar);
  decoder.pktTimebase = audio.timeBase;
  decoder.threadCount = 1;
  return decoder.open2Sync(codec) < 0 ? undefined : decoder;
}
