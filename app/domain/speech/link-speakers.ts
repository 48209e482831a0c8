import { overlapMs, type TimeRange } from '../transcript/time-range';
import type { SpeakerTurn } from '../transcript/transcript';
import { averageLinkage } from './average-linkage';
import { splitInTwo, twoVoicesScore } from './two-voices';
import { dot, meanOf, normalized } from './vectors';

/** A turn of a block, whose speakers are numbered within it. */
export interface VoicedTurn extends SpeakerTurn {
  /** Embedding of the voice; null when too little of it is heard alone. */
  voice: Float32Array | null;
  /** How much speech the embedding is computed from. */
  voiceMs: number;
}

/** A part of a recording that was diarized separately. Times are relative to the start of the recording. */
export interface DiarizedBlock {
  turns: VoicedTurn[];
}

/**
 * Voices that cannot be told apart reliably: somebody who speaks in the range, and `other`, or, when it is
 * null, perhaps two people who are taken for one.
 */
export interface VoiceDoubt extends TimeRange {
  other: TimeRange | null;
}

/** The voice of a speaker: a turn of theirs, and the centroid of their embeddings, of unit length. */
export interface VoicePrint extends TimeRange {
  embedding: number[];
  /** Name of the model pack; embeddings of others cannot be compared. */
  model: string;
  /** Cosine distance within which two voices are too similar to be told apart. */
  maxDistance: number;
}

export interface LinkedSpeakers {
  turns: SpeakerTurn[];
  doubts: VoiceDoubt[];
  voices: VoicePrint[];
}

export interface LinkOptions {
  /** Minimum cosine distance of different speakers, averaged over their turns. */
  threshold: number;
  /** The diarizer bridges gaps of this length, so that turns of one voice may overlap by it. */
  maxGapMs: number;
  speakerCount: number | null;
  /** Name of the model pack. */
  model: string;
}

/** Embeddings of less speech are not clustered, but assigned to the nearest speaker. */
const MIN_CLUSTERED_MS = 1_000;
/** A speaker with less speech, or with a single turn that is shorter than the second limit, is somebody else. */
const MIN_SPEECH_MS = 5_000;
const MIN_ONLY_TURN_MS = 10_000;
/** More turns are first merged within their blocks, which bounds memory at 16 MB. */
const MAX_LINKED = 2_000;
const PREMERGE_STEPS = 4;
/** Scores of `twoVoicesScore` from which a cluster is two people, or may be. */
const TWO_VOICES = 0.785;
const PERHAPS_TWO_VOICES = 0.74;
/** Speakers nearer than this share of the threshold are one, unless they clearly are two groups. */
const ALIKE_SHARE = 0.3;
/** A speaker with less speech whose embedding is a mixture of two others' is not a person. */
const MAX_MIXED_MS = 20_000;
/** Cosine similarity of a mixture. */
const MIXED_LIKENESS = 0.7;
const MAX_ITERATIONS = 10;

/**
 * Tells the speakers of a whole recording apart: clusters the embeddings of the turns of all blocks, in which
 * turns that overlap are not of one speaker, splits clusters that fall into two voices, and merges those that
 * are one voice or a mixture of two. Numbers speakers by first appearance and joins consecutive turns of one
 * speaker.
 */
export function linkSpeakers(blocks: readonly DiarizedBlock[], options: LinkOptions): LinkedSpeakers {
  const turns = blocks
    .flatMap(({ turns: own }, block) => own.map((turn) => ({ ...turn, block })))
    .sort((one, other) => one.startMs - other.startMs || one.endMs - other.endMs);
  const clustered = turns.filter(({ voice, voiceMs }) => voice !== null && voiceMs >= MIN_CLUSTERED_MS);
  const heard = clustered.length > 0 ? clustered : turns.filter(({ voice }) => voice !== null);
  const speakers = new Speakers(heard as (LocatedTurn & { voice: Float32Array })[], options.maxGapMs);
  speakers.cluster(options.threshold);
  speakers.mergeSmall();
  speakers.refine();
  speakers.splitTwoVoices();
  speakers.mergeAlike(options.threshold * ALIKE_SHARE);
  speakers.mergeMixed();
  if (options.speakerCount !== null) speakers.reach(options.speakerCount);
  const numbered = numberTurns(turns, speakers);
  const maxDistance = options.threshold / 2;
  return {
    turns: joinTurns(numbered, options.maxGapMs),
    doubts: speakers.doubts(maxDistance),
    voices: speakers.prints().map((print) => ({ ...print, model: options.model, maxDistance })),
  };
}

type LocatedTurn = VoicedTurn & { block: number };

class Speakers {
  readonly #turns: (LocatedTurn & { voice: Float32Array })[];
  readonly #voices: Float32Array[];
  /** Indices of the turns with which a turn overlaps. */
  readonly #apart: Map<number, number[]>;
  #labels: number[];
  #next: number;

  constructor(turns: (LocatedTurn & { voice: Float32Array })[], maxGapMs: number) {
    this.#turns = turns;
    this.#voices = turns.map(({ voice }) => normalized(voice));
    this.#apart = overlapping(turns, maxGapMs);
    this.#labels = turns.map((_, index) => index);
    this.#next = turns.length;
  }

  labels(): Map<LocatedTurn, number> {
    return new Map(this.#turns.map((turn, index) => [turn, this.#labels[index]!]));
  }

  /** Finds the label of the nearest speaker, as they are now; null without any. */
  finder(): (voice: Float32Array) => number | null {
    const centroids = this.#centroids();
    return (voice) => nearestOf(normalized(voice), centroids);
  }

  cluster(threshold: number): void {
    this.#labels = this.#premerge(threshold);
    const groups = [...this.#members()];
    const indexOf = new Map(groups.map(([label], index) => [label, index]));
    const apart = [...this.#apart].flatMap(([one, others]) =>
      others.map((other): [number, number] => [
        indexOf.get(this.#labels[one]!)!,
        indexOf.get(this.#labels[other]!)!,
      ]),
    );
    const linked = averageLinkage(
      groups.map(([, members]) => members.map((member) => this.#voices[member]!)),
      { threshold, apart },
    );
    this.#labels = this.#labels.map((label) => groups[linked[indexOf.get(label)!]!]![0]);
  }

  /** Merges similar turns within blocks, until few enough are left or those within reach are merged. */
  #premerge(threshold: number): number[] {
    const labels = [...this.#labels];
    for (let step = 1; step <= PREMERGE_STEPS && new Set(labels).size > MAX_LINKED; step += 1) {
      for (const members of groupBy(this.#turns, ({ block }) => block).values()) {
        const place = new Map(members.map((member, index) => [member, index]));
        const apart = members.flatMap((one) =>
          (this.#apart.get(one) ?? []).flatMap((other): [number, number][] =>
            place.has(other) ? [[place.get(one)!, place.get(other)!]] : [],
          ),
        );
        const linked = averageLinkage(
          members.map((member) => [this.#voices[member]!]),
          { threshold: (threshold * step) / PREMERGE_STEPS, apart },
        );
        for (const [index, member] of members.entries()) labels[member] = members[linked[index]!]!;
      }
    }
    return labels;
  }

  /** Gives the turns of speakers who hardly speak to the most similar other speaker. */
  mergeSmall(): void {
    for (;;) {
      const members = this.#members();
      const small = [...members]
        .map(([label, own]) => ({ label, own, ms: this.#speechMs(own) }))
        .filter(({ own, ms }) => ms < (own.length === 1 ? MIN_ONLY_TURN_MS : MIN_SPEECH_MS))
        .sort((one, other) => one.ms - other.ms)[0];
      if (!small || members.size === 1) return;
      const others = this.#centroids();
      others.delete(small.label);
      for (const member of small.own) this.#labels[member] = nearestOf(this.#voices[member]!, others)!;
    }
  }

  /** K-means: gives each turn to the nearest speaker, but for overlap, and the last turn of a speaker. */
  refine(): void {
    for (let round = 0; round < MAX_ITERATIONS; round += 1) {
      const centroids = this.#centroids();
      const sizes = new Map([...this.#members()].map(([label, own]) => [label, own.length]));
      let hasMoved = false;
      for (const [index, voice] of this.#voices.entries()) {
        const label = this.#labels[index]!;
        if (sizes.get(label) === 1) continue;
        const taken = new Set((this.#apart.get(index) ?? []).map((other) => this.#labels[other]!));
        const nearest = nearestOf(voice, centroids, taken);
        if (nearest === null || nearest === label) continue;
        this.#labels[index] = nearest;
        sizes.set(label, sizes.get(label)! - 1);
        sizes.set(nearest, sizes.get(nearest)! + 1);
        hasMoved = true;
      }
      if (!hasMoved) return;
    }
  }

  /** Splits clusters that are clearly two voices, although close ones. */
  splitTwoVoices(): void {
    const waiting = [...this.#members().values()];
    let hasSplit = false;
    for (let own = waiting.pop(); own; own = waiting.pop()) {
      const voices = own.map((member) => this.#voices[member]!);
      const split = twoVoicesScore(voices) >= TWO_VOICES ? splitInTwo(voices) : null;
      if (!split) continue;
      waiting.push(...this.#split(own, split.isSecond));
      hasSplit = true;
    }
    if (!hasSplit) return;
    this.refine();
    this.mergeSmall();
  }

  /** Merges speakers whom only a false overlap holds apart. */
  mergeAlike(distance: number): void {
    for (;;) {
      const centroids = [...this.#centroids()];
      const members = this.#members();
      const pairs = centroids
        .flatMap(([kept, one], index) =>
          centroids.slice(index + 1).map(([gone, other]) => ({ kept, gone, apart: 1 - dot(one, other) })),
        )
        .filter(({ apart }) => apart < distance)
        .sort((one, other) => one.apart - other.apart);
      const voicesOf = (labels: number[]) =>
        labels
          .flatMap((label) => members.get(label)!)
          .sort((one, other) => one - other)
          .map((member) => this.#voices[member]!);
      const alike = pairs.find(({ kept, gone }) => twoVoicesScore(voicesOf([kept, gone])) < TWO_VOICES);
      if (!alike) return;
      this.#labels = this.#labels.map((label) => (label === alike.gone ? alike.kept : label));
    }
  }

  /** Gives turns in which two people are heard, and which were taken for a third, to the more similar one. */
  mergeMixed(): void {
    for (const [label, own] of this.#members()) {
      if (this.#speechMs(own) >= MAX_MIXED_MS) continue;
      const others = this.#centroids();
      const mine = others.get(label)!;
      others.delete(label);
      if (mixedLikeness(mine, [...others.values()]) < MIXED_LIKENESS) continue;
      for (const member of own) this.#labels[member] = nearestOf(this.#voices[member]!, others)!;
    }
  }

  /** Merges or splits, down or up to `count`, where Ward's criterion changes least or most. */
  reach(count: number): void {
    while (this.#members().size > count) this.#mergeNearest();
    while (this.#members().size < count && this.#splitWidest());
    this.refine();
  }

  #mergeNearest(): void {
    const clusters = [...this.#members()].map(([label, own]) => ({ label, own, ...this.#centreOf(own) }));
    const pairs = clusters.flatMap((one, index) =>
      clusters.slice(index + 1).map((other) => ({
        kept: one.label,
        gone: other.label,
        overlap: this.#overlap(one.own, other.label),
        cost: wardCost(one, other),
      })),
    );
    pairs.sort((one, other) => Number(one.overlap) - Number(other.overlap) || one.cost - other.cost);
    const { kept, gone } = pairs[0]!;
    this.#labels = this.#labels.map((label) => (label === gone ? kept : label));
  }

  /** @returns false when no cluster has two different voices */
  #splitWidest(): boolean {
    const splits = [...this.#members().values()].flatMap((own) => {
      const isSecond = splitInTwo(own.map((member) => this.#voices[member]!))?.isSecond;
      if (!isSecond) return [];
      const [first, second] = [false, true].map((side) =>
        this.#centreOf(own.filter((_, index) => isSecond[index] === side)),
      );
      return [{ own, isSecond, gain: wardCost(first!, second!) }];
    });
    const widest = splits.sort((one, other) => other.gain - one.gain)[0];
    if (widest) this.#split(widest.own, widest.isSecond);
    return widest !== undefined;
  }

  #centreOf(own: readonly number[]): Centre {
    return { centre: meanOf(own.map((member) => this.#voices[member]!)), size: own.length };
  }

  prints(): Pick<VoicePrint, 'startMs' | 'endMs' | 'embedding'>[] {
    const centroids = this.#centroids();
    return [...this.#members()].map(([label, own]) => ({
      ...this.#longest(own),
      embedding: [...centroids.get(label)!],
    }));
  }

  /** @param distance speakers nearer than this are similar */
  doubts(distance: number): VoiceDoubt[] {
    const members = [...this.#members()];
    const centroids = this.#centroids();
    const doubts: VoiceDoubt[] = [];
    for (const [index, [label, own]] of members.entries()) {
      const voices = own.map((member) => this.#voices[member]!);
      const score = twoVoicesScore(voices);
      if (score >= PERHAPS_TWO_VOICES) doubts.push({ ...this.#longest(own), other: null });
      for (const [otherLabel, others] of members.slice(index + 1)) {
        if (1 - dot(centroids.get(label)!, centroids.get(otherLabel)!) >= distance) continue;
        doubts.push({ ...this.#longest(own), other: this.#longest(others) });
      }
    }
    return doubts;
  }

  #longest(own: readonly number[]): TimeRange {
    const { startMs, endMs } = own
      .map((member) => this.#turns[member]!)
      .reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one));
    return { startMs, endMs };
  }

  #split(own: readonly number[], isSecond: readonly boolean[]): number[][] {
    const label = this.#next;
    this.#next += 1;
    const second = own.filter((_, index) => isSecond[index]);
    for (const member of second) this.#labels[member] = label;
    return [own.filter((_, index) => !isSecond[index]), second];
  }

  #overlap(own: readonly number[], label: number): boolean {
    return own.some((member) => this.#apart.get(member)?.some((other) => this.#labels[other] === label));
  }

  #speechMs(own: readonly number[]): number {
    return own.reduce((sum, member) => sum + lengthOf(this.#turns[member]!), 0);
  }

  #members(): Map<number, number[]> {
    return groupBy(this.#labels, (label) => label);
  }

  #centroids(): Map<number, Float32Array> {
    return new Map(
      [...this.#members()].map(([label, own]) => [
        label,
        normalized(meanOf(own.map((member) => this.#voices[member]!))),
      ]),
    );
  }
}

/** Indices by key, in order. */
function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number[]> {
  const groups = new Map<Key, number[]>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  }
  return groups;
}

/** @param taken labels that are out of the question */
function nearestOf(
  voice: Float32Array,
  centroids: ReadonlyMap<number, Float32Array>,
  taken: ReadonlySet<number> = new Set(),
): number | null {
  let nearest: { label: number; likeness: number } | null = null;
  for (const [label, centroid] of centroids) {
    const likeness = dot(voice, centroid);
    if (!taken.has(label) && likeness > (nearest?.likeness ?? Number.NEGATIVE_INFINITY)) {
      nearest = { label, likeness };
    }
  }
  return nearest?.label ?? null;
}

/** Cosine similarity with the most similar mixture of two of the others. */
function mixedLikeness(voice: Float32Array, others: readonly Float32Array[]): number {
  let most = 0;
  for (const [index, one] of others.entries()) {
    for (const other of others.slice(index + 1)) {
      const [between, toOne, toOther] = [dot(one, other), dot(voice, one), dot(voice, other)];
      const ofOne = toOne - between * toOther;
      const ofOther = toOther - between * toOne;
      if (ofOne <= 0 || ofOther <= 0) continue;
      const mixture = normalized(one.map((value, at) => ofOne * value + ofOther * other[at]!));
      most = Math.max(most, dot(voice, mixture));
    }
  }
  return most;
}

interface Centre {
  centre: Float32Array;
  size: number;
}

/** How much the sum of squares within clusters grows when two become one. */
function wardCost(one: Centre, other: Centre): number {
  const difference = one.centre.map((value, index) => value - other.centre[index]!);
  return ((one.size * other.size) / (one.size + other.size)) * dot(difference, difference);
}

/** For each turn those of the same block that overlap it by more than the diarizer bridges. */
function overlapping(turns: readonly LocatedTurn[], maxGapMs: number): Map<number, number[]> {
  const apart = new Map<number, number[]>();
  const note = (one: number, other: number) => apart.set(one, [...(apart.get(one) ?? []), other]);
  for (const [one, turn] of turns.entries()) {
    for (let other = one + 1; other < turns.length && turns[other]!.startMs < turn.endMs; other += 1) {
      if (turns[other]!.block !== turn.block || turns[other]!.speaker === turn.speaker) continue;
      if (overlapMs(turn, turns[other]!) <= maxGapMs) continue;
      note(one, other);
      note(other, one);
    }
  }
  return apart;
}

/** Turns without a clustered embedding go to the nearest voice, else to their block's speaker, else in time. */
function numberTurns(turns: readonly LocatedTurn[], speakers: Speakers): SpeakerTurn[] {
  const clustered = speakers.labels();
  const findNearest = speakers.finder();
  const heard = turns.filter((turn) => clustered.has(turn));
  const byLocal = new Map<string, LocatedTurn>();
  for (const turn of heard) {
    const key = `${turn.block} ${turn.speaker}`;
    if (lengthOf(turn) > lengthOf(byLocal.get(key) ?? { startMs: 0, endMs: 0 })) byLocal.set(key, turn);
  }
  const labelOf = (turn: LocatedTurn): number => {
    const own = clustered.get(turn) ?? (turn.voice && findNearest(turn.voice));
    if (own !== undefined && own !== null) return own;
    const relative = byLocal.get(`${turn.block} ${turn.speaker}`) ?? nearestInTime(turn, heard);
    return relative ? clustered.get(relative)! : -1 - turn.speaker;
  };
  const numbers = new Map<number, number>();
  return turns.map((turn) => {
    const label = labelOf(turn);
    if (!numbers.has(label)) numbers.set(label, numbers.size);
    return { speaker: numbers.get(label)!, startMs: turn.startMs, endMs: turn.endMs };
  });
}

function nearestInTime(turn: TimeRange, others: readonly LocatedTurn[]): LocatedTurn | null {
  const distanceTo = (other: TimeRange) => Math.max(other.startMs - turn.endMs, turn.startMs - other.endMs);
  let nearest: LocatedTurn | null = null;
  for (const other of others) {
    if (!nearest || distanceTo(other) < distanceTo(nearest)) nearest = other;
  }
  return nearest;
}

/** Joins turns of one speaker that are at most a gap apart, with nobody else's turn between their starts. */
function joinTurns(turns: readonly SpeakerTurn[], maxGapMs: number): SpeakerTurn[] {
  const joined: SpeakerTurn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (last?.speaker === turn.speaker && turn.startMs - last.endMs <= maxGapMs) {
      last.endMs = Math.max(last.endMs, turn.endMs);
    } else joined.push({ ...turn });
  }
  return joined;
}

const lengthOf = ({ startMs, endMs }: TimeRange) => endMs - startMs;
