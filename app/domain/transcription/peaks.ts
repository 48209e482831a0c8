/** Of any recording, however long: an answer of 4 kB, and more bars than a wide screen shows. */
const MAX_PEAKS = 4_000;
/** A tenth of a second at 16 kHz. */
const SAMPLES_PER_PEAK = 1_600;
const BYTES_PER_SAMPLE = 2;
/** RMS of a recording whose loudest moment is this quiet (-60 dB) stays low instead of filling the height. */
const QUIET_RMS = 32.768;

/** Number of peaks for a recording of so many samples: ten a second until they would be too many. */
export function peakCountOf(sampleCount: number): number {
  return Math.min(Math.ceil(sampleCount / SAMPLES_PER_PEAK), MAX_PEAKS);
}

/**
 * Reduces a recording to one byte for each of `peakCount` equal parts: the square root of its RMS (root mean
 * square), which is nearer to perceived loudness than the amplitude, where 255 is the loudest part.
 */
export class PeakMeter {
  readonly #sampleCount: number;
  readonly #peakCount: number;
  /** Mean squares of the finished parts. */
  readonly #squares: number[] = [];
  #sum = 0;
  #start = 0;
  #end: number;
  #at = 0;
  /** First byte of a sample whose second one is in the next chunk. */
  #cut: number | null = null;

  constructor(sampleCount: number, peakCount: number) {
    this.#sampleCount = sampleCount;
    this.#peakCount = peakCount;
    this.#end = this.#endOf(0);
  }

  #endOf(part: number): number {
    return Math.floor(((part + 1) * this.#sampleCount) / this.#peakCount);
  }

  /** Takes signed 16-bit little-endian samples; a chunk may end within one, and ones past the last are ignored. */
  add(chunk: Uint8Array): void {
    let offset = 0;
    if (this.#cut !== null && chunk.length > 0) {
      this.#take(this.#cut, chunk[0]!);
      this.#cut = null;
      offset = 1;
    }
    for (; offset + 1 < chunk.length; offset += BYTES_PER_SAMPLE)
      this.#take(chunk[offset]!, chunk[offset + 1]!);
    if (offset < chunk.length) this.#cut = chunk[offset]!;
  }

  #take(low: number, high: number): void {
    if (this.#at >= this.#sampleCount) return;
    const sample = ((high << 24) >> 16) | low;
    this.#sum += sample * sample;
    this.#at += 1;
    if (this.#at === this.#end) this.#finishPart();
  }

  #finishPart(): void {
    this.#squares.push(this.#sum / (this.#end - this.#start));
    this.#sum = 0;
    this.#start = this.#end;
    this.#end = this.#endOf(this.#squares.length);
  }

  /** One byte for each part; parts without samples are silent. */
  peaks(): Uint8Array<ArrayBuffer> {
    const levels = this.#squares.map(Math.sqrt);
    const loudest = levels.reduce((most, level) => Math.max(most, level), QUIET_RMS);
    const peaks = new Uint8Array(this.#peakCount);
    peaks.set(levels.map((level) => Math.round(255 * Math.sqrt(level / loudest))));
    return peaks;
  }
}
