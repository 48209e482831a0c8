import { setImmediate as nextTurn } from 'node:timers/promises';
import { AV_NOPTS_VALUE, AVDISCARD_ALL, AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import { Dictionary, FormatContext, Packet, type Stream } from 'node-av/lib';
import { allowedDecoders, GROWING_INPUT, growingInputOptions, inputOptions } from '../format-whitelist';
import { PacketClock } from '../packet-clock';
import type { ProbeOutcome } from '../probe-result';

export interface Recording {
  context: FormatContext;
  /** The first audio track. */
  audio: Stream | undefined;
}

/** Packets read before yielding to the event loop. */
const PACKETS_PER_TURN = 512;

/** Opens a local file in a whitelisted format and reads its tracks; undefined when libav rejects it. */
export const openRecording = (inputPath: string): Recording | undefined =>
  open(`file:${inputPath}`, inputOptions);

/** Like `openRecording`, for the recording that arrives on stdin; waits for its first tracks. */
export const openGrowingRecording = (): Recording | undefined => open(GROWING_INPUT, growingInputOptions);

function open(url: string, options: Record<string, string>): Recording | undefined {
  const context = new FormatContext();
  const dictionary = Dictionary.fromObject({ ...options, codec_whitelist: allowedDecoders.join(',') });
  if (context.openInputSync(url, null, dictionary) < 0) return undefined;
  if (context.findStreamInfoSync() < 0) return undefined;
  const audio = context.streams.find((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO);
  for (const stream of context.streams) {
    if (stream.index !== audio?.index) stream.discard = AVDISCARD_ALL;
  }
  return { context, audio };
}

/** Reads all packets of the audio track without decoding them; stops early past the duration limit. */
export async function probeRecording(
  { context, audio }: Recording,
  longestMs: number,
): Promise<ProbeOutcome> {
  const format = context.iformat?.name ?? '';
  if (!audio) return { format, audio: null };
  const clock = new PacketClock();
  const { num, den } = audio.timeBase;
  const milliseconds = (ticks: bigint) =>
    ticks === AV_NOPTS_VALUE ? Number.NaN : (Number(ticks) * num * 1000) / den;
  let count = 0;
  for (const packet of packetsOf(context, audio)) {
    clock.add(milliseconds(packet.pts), milliseconds(packet.duration));
    if (clock.elapsedMs > longestMs) return 'too-long';
    if (++count % PACKETS_PER_TURN === 0) await nextTurn();
  }
  return { format, audio: { ...clock.read(format), channels: audio.codecpar.channels } };
}

/** Until the file ends or is truncated. Each packet is valid until the next one is requested. */
export function* packetsOf(context: FormatContext, audio: Stream): Generator<Packet> {
  const packet = new Packet();
  packet.alloc();
  while (context.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === audio.index) yield packet;
    packet.unref();
  }
  packet.free();
}
