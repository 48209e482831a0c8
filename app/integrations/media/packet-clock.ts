import type { AudioProbeResult } from './probe-result';

/** A timestamp off by no more than this is rounding or jitter. */
const JITTER_MS = 100;
/** A longer step between two packets is a clock discontinuity, not silence. */
const LONGEST_SILENCE_MS = 10_000;
/** The longest credible packets are those of .ape, some minutes at 8 kHz. */
const LONGEST_PACKET_MS = 600_000;
/** Containers whose clock starts at 0 for all tracks; in all others it starts at an arbitrary value. */
const CLOCK_BEGINS_AT_ZERO = /^(mov|matroska),/;
/** Without timestamps: libav estimates them, sometimes wrongly, so gaps between packets are ignored. */
const WITHOUT_CLOCK = /^(aac|ac3|dts|eac3|flac|loas|mlp|mp3|truehd)$/;

interface TimedPacket {
  atMs: number;
  /** 0 when unknown. */
  lastsMs: number;
  /** As stated, credible or not; NaN when unknown. */
  statedMs: number;
}

/**
 * Measures the duration of an audio track from its packets, without decoding them. Headers are unreliable:
 * they are estimates (mp3 without an index, raw aac), missing (a browser's webm), another track's (mkv, flv,
 * asf), or set by the sender at will. The sum of the packets' own durations is unreliable too: some
 * containers round them to 1 ms and so lose half a minute per hour. A packet therefore lasts until the next
 * one, unless the clock has a discontinuity.
 */
export class PacketClock {
  #startMs = 0;
  #elapsedMs = 0;
  #hasGaps = false;
  #hasLeaps = false;
  #last: TimedPacket | undefined;

  /**
   * Adds a packet, in file order: timestamp and stated duration in ms, NaN when unknown. A packet without a
   * credible duration counts as long as the previous one, until the next packet's timestamp corrects it. Where there is
   * no previous one, that timestamp may confirm it: a header may state one sample a second.
   */
  add(atMs: number, lastsMs: number) {
    const previousMs = this.#last && this.#lengthOf(this.#last, atMs);
    if (previousMs === undefined) this.#begin(atMs);
    else this.#elapsedMs += previousMs;
    const isCredible = lastsMs > 0 && lastsMs <= LONGEST_PACKET_MS;
    this.#last = { atMs, lastsMs: isCredible ? lastsMs : (previousMs ?? 0), statedMs: lastsMs };
  }

  /** Duration so far in ms, without the last packet and without gaps between packets. */
  get elapsedMs(): number {
    return this.#elapsedMs;
  }

  /** A negative start time is the encoder delay (priming samples), which decoders drop. */
  #begin(atMs: number) {
    if (atMs < 0) this.#elapsedMs = atMs;
    if (atMs > 0) this.#startMs = atMs;
  }

  #lengthOf(packet: TimedPacket, nextAtMs: number): number {
    const step = nextAtMs - packet.atMs;
    if (Number.isNaN(step)) return packet.lastsMs;
    const isConfirmed = step > 0 && Math.abs(step - packet.statedMs) <= JITTER_MS;
    if (packet.lastsMs === 0 && isConfirmed) return step;
    // First packet of a file whose packets state no duration.
    if (packet.lastsMs === 0 && step > 0 && step <= LONGEST_SILENCE_MS) return step;
    if (Math.abs(step - packet.lastsMs) <= JITTER_MS) return step;
    if (step > packet.lastsMs && step <= LONGEST_SILENCE_MS) this.#hasGaps = true;
    else this.#hasLeaps = true;
    return packet.lastsMs;
  }

  /** @param format the container's short name as libav gives it */
  read(format: string): Omit<AudioProbeResult, 'channels'> {
    if (!this.#last) return { durationMs: 0, leadMs: 0, hasGaps: false };
    const startsLate = this.#startMs > JITTER_MS && this.#startMs <= LONGEST_SILENCE_MS;
    const leadMs = startsLate && CLOCK_BEGINS_AT_ZERO.test(format) ? Math.round(this.#startMs) : 0;
    const hasGaps = this.#hasGaps && !this.#hasLeaps && !WITHOUT_CLOCK.test(format);
    const { atMs, lastsMs } = this.#last;
    const lengthMs = hasGaps ? atMs + lastsMs - this.#startMs : this.#elapsedMs + lastsMs;
    return { durationMs: leadMs + Math.max(0, Math.round(lengthMs)), leadMs, hasGaps };
  }
}
