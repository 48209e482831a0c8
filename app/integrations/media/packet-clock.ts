import type { AudioFindings } from './findings';

/** A packet this much late or early is rounding or jitter, in ms. */
const JITTER_MS = 100;
/** A longer pause between two packets is a clock that was set anew, not a silence, in ms. */
const LONGEST_SILENCE_MS = 10_000;
/** No packet lasts longer, whatever it says, in ms: the longest are those of .ape, some minutes at 8 kHz. */
const LONGEST_PACKET_MS = 600_000;
/** Containers whose clock begins at 0 for all tracks; in the others it begins anywhere. */
const CLOCK_BEGINS_AT_ZERO = /^(mov|matroska),/;
/** Containers without a clock, whose packets' times libav reckons, and sometimes wrongly: nothing is missing in them. */
const WITHOUT_CLOCK = /^(aac|ac3|dts|eac3|flac|loas|mlp|mp3|truehd)$/;

/**
 * Measures how long an audio track lasts from its packets, without decoding them.
 * Headers will not do: they are estimates (mp3 without an index, raw aac), absent (a browser's webm),
 * another track's (mkv, flv, asf), or say what the sender likes. Nor will the sum of the packets' own
 * durations, which some containers round to 1 ms and so lose half a minute an hour: a packet
 * lasts until the next one, unless the clock makes a leap.
 */
export class PacketClock {
  #startMs = 0;
  #heardMs = 0;
  #hasGaps = false;
  #hasLeaps = false;
  #last: { atMs: number; lastsMs: number } | undefined;

  /**
   * One packet in the file's order: when it is due and how long it says it lasts, in ms, NaN when
   * unknown. A packet of unknown or absurd length counts like the one before it until the next one shows.
   */
  add(atMs: number, lastsMs: number) {
    const previousMs = this.#last && this.#lengthOf(this.#last, atMs);
    if (previousMs === undefined) this.#begin(atMs);
    else this.#heardMs += previousMs;
    const isCredible = lastsMs > 0 && lastsMs <= LONGEST_PACKET_MS;
    this.#last = { atMs, lastsMs: isCredible ? lastsMs : (previousMs ?? 0) };
  }

  /** How long it lasts so far, but for the last packet and silence between packets, in ms. */
  get heardMs(): number {
    return this.#heardMs;
  }

  /** What is due before 0 is the encoder's run-in, which decoders leave out. */
  #begin(atMs: number) {
    if (atMs < 0) this.#heardMs = atMs;
    if (atMs > 0) this.#startMs = atMs;
  }

  #lengthOf(packet: { atMs: number; lastsMs: number }, nextAtMs: number): number {
    const step = nextAtMs - packet.atMs;
    if (Number.isNaN(step)) return packet.lastsMs;
    // The first of a file in which no packet says how long it is.
    if (packet.lastsMs === 0 && step > 0 && step <= LONGEST_SILENCE_MS) return step;
    if (Math.abs(step - packet.lastsMs) <= JITTER_MS) return step;
    if (step > packet.lastsMs && step <= LONGEST_SILENCE_MS) this.#hasGaps = true;
    else this.#hasLeaps = true;
    return packet.lastsMs;
  }

  /** @param format the container's short name as libav gives it */
  read(format: string): Omit<AudioFindings, 'channels'> {
    if (!this.#last) return { durationMs: 0, leadMs: 0, hasGaps: false };
    const startsLate = this.#startMs > JITTER_MS && this.#startMs <= LONGEST_SILENCE_MS;
    const leadMs = startsLate && CLOCK_BEGINS_AT_ZERO.test(format) ? Math.round(this.#startMs) : 0;
    const hasGaps = this.#hasGaps && !this.#hasLeaps && !WITHOUT_CLOCK.test(format);
    const { atMs, lastsMs } = this.#last;
    const lengthMs = hasGaps ? atMs + lastsMs - this.#startMs : this.#heardMs + lastsMs;
    return { durationMs: leadMs + Math.max(0, Math.round(lengthMs)), leadMs, hasGaps };
  }
}
