import { createReadStream } from 'node:fs';
import { AV_SAMPLE_FMT_S16P, FF_ENCODER_LIBMP3LAME } from 'node-av/constants';
import {
  avChannelLayoutDefault,
  Codec,
  CodecContext,
  FFmpegError,
  Frame,
  Packet,
  Rational,
} from 'node-av/lib';
import { MP3_DELAY_BYTES } from '../mp3-delay';

const SAMPLE_RATE = 16_000;
const BYTES_PER_SAMPLE = 2;
/** mp3 frames per output chunk, a few seconds of audio. */
const FRAMES_PER_CHUNK = 256;

/** Encodes a file of 16-bit, 16 kHz mono samples as mp3 frames of constant length. */
export async function* encodeMp3(samplesPath: string, kbitPerSecond: number): AsyncGenerator<Buffer> {
  const encoder = openEncoder(kbitPerSecond);
  const frameBytes = encoder.frameSize * BYTES_PER_SAMPLE;
  const samples = createReadStream(samplesPath, {
    start: MP3_DELAY_BYTES,
    highWaterMark: frameBytes * FRAMES_PER_CHUNK,
  });
  for await (const chunk of samples as AsyncIterable<Buffer>) {
    const encoded: Buffer[] = [];
    for (let at = 0; at < chunk.length; at += frameBytes) {
      using frame = frameOf(chunk.subarray(at, at + frameBytes));
      encoded.push(...encode(encoder, frame));
    }
    yield Buffer.concat(encoded);
  }
  yield Buffer.concat([...encode(encoder, null)]);
}

function openEncoder(kbitPerSecond: number): CodecContext {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBMP3LAME)!;
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleRate = SAMPLE_RATE;
  encoder.sampleFormat = AV_SAMPLE_FMT_S16P;
  encoder.channelLayout = avChannelLayoutDefault(1);
  encoder.bitRate = BigInt(kbitPerSecond * 1000);
  encoder.timeBase = new Rational(1, SAMPLE_RATE);
  FFmpegError.throwIfError(encoder.open2Sync(codec), 'libmp3lame');
  return encoder;
}

function frameOf(samples: Buffer): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_SAMPLE_FMT_S16P;
  frame.channelLayout = avChannelLayoutDefault(1);
  frame.sampleRate = SAMPLE_RATE;
  frame.nbSamples = samples.length / BYTES_PER_SAMPLE;
  FFmpegError.throwIfError(frame.getBuffer(), 'getBuffer');
  samples.copy(frame.data![0]!);
  return frame;
}

/** Yields the packets that are ready after one more frame; null flushes the encoder. */
function* encode(encoder: CodecContext, frame: Frame | null): Generator<Buffer> {
  using packet = new Packet();
  packet.alloc();
  FFmpegError.throwIfError(encoder.sendFrameSync(frame), 'sendFrame');
  while (encoder.receivePacketSync(packet) >= 0) {
    yield Buffer.from(packet.data!);
    packet.unref();
  }
}
