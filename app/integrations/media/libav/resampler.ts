import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CHANNEL_ORDER_UNSPEC,
  AV_SAMPLE_FMT_S16,
  type AVSampleFormat,
} from 'node-av/constants';
import { avChannelLayoutDefault, Frame, SoftwareResampleContext } from 'node-av/lib';
import { MAX_NAMED_CHANNELS } from '../probe-result';

const SAMPLE_RATE = 16_000;
const BYTES_PER_SAMPLE = 2;

/**
 * Resamples decoded frames to 16-bit, 16 kHz mono samples, also when the track's format changes midway.
 * Frames in a format that libav cannot resample are skipped.
 */
export class Resampler {
  readonly #fillsGaps: boolean;
  readonly #fillsStart: boolean;
  #resampler: SoftwareResampleContext | undefined;
  #form = '';

  /**
   * @param options fillsGaps: insert silence where the frames' timestamps leave a gap of more than 0.1 s; fillsStart:
   *   and before the first frame when its timestamp is above 0
   */
  constructor({ fillsGaps, fillsStart = false }: { fillsGaps: boolean; fillsStart?: boolean }) {
    this.#fillsGaps = fillsGaps;
    this.#fillsStart = fillsStart;
  }

  *convert(frame: Frame, atSeconds: number | undefined): Generator<Buffer> {
    const { sampleRate, format, channels } = frame;
    if (frame.channelLayout.order === AV_CHANNEL_ORDER_UNSPEC) {
      frame.channelLayout = avChannelLayoutDefault(channels);
    }
    const { order, mask } = frame.channelLayout;
    // With a custom channel order the mask is a pointer, which differs for each frame.
    const places = order === AV_CHANNEL_ORDER_NATIVE ? mask : '';
    const form = [sampleRate, format, channels, order, places].join();
    if (form !== this.#form) {
      yield* this.flush();
      this.#resampler = this.#open(frame);
      this.#form = form;
    }
    if (this.#fillsGaps && atSeconds !== undefined) {
      this.#resampler?.nextPts(BigInt(Math.round(atSeconds * sampleRate)) * BigInt(SAMPLE_RATE));
    }
    yield* this.#run(frame);
  }

  /** Yields the samples buffered in the filter. */
  *flush(): Generator<Buffer> {
    yield* this.#run(null);
    this.#resampler?.free();
    this.#resampler = undefined;
  }

  #open({ channels, channelLayout, format, sampleRate }: Frame): SoftwareResampleContext | undefined {
    const resampler = new SoftwareResampleContext();
    const mono = avChannelLayoutDefault(1);
    resampler.allocSetOpts2(
      mono,
      AV_SAMPLE_FMT_S16,
      SAMPLE_RATE,
      channelLayout,
      format as AVSampleFormat,
      sampleRate,
    );
    if (channels > MAX_NAMED_CHANNELS) resampler.setMatrix(Array(channels).fill(1 / channels), channels);
    if (this.#fillsGaps) resampler.setOption('async', 1);
    // After a change of format the clock goes on, and nothing is to be filled.
    if (this.#fillsStart && this.#form === '') resampler.setOption('first_pts', 0);
    return resampler.init() < 0 ? undefined : resampler;
  }

  *#run(frame: Frame | null): Generator<Buffer> {
    if (!this.#resampler) return;
    using converted = new Frame();
    converted.alloc();
    converted.format = AV_SAMPLE_FMT_S16;
    converted.channelLayout = avChannelLayoutDefault(1);
    converted.sampleRate = SAMPLE_RATE;
    if (this.#resampler.convertFrame(converted, frame) >= 0 && converted.nbSamples > 0) {
      yield Buffer.from(converted.data![0]!.subarray(0, converted.nbSamples * BYTES_PER_SAMPLE));
    }
  }
}
