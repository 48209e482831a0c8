import { isAssistantName } from '@/app/domain/meeting/assistant-name';
import type { Evidence } from './evidence';
import type { Sample, Tile } from './page-contract';
import { isOther, readPresent, type Self } from './read-view';
import { SpeechSigns } from './speech-signs';

/** Louder than the noise of an open microphone. */
const LOUD = 0.004;
/** The same for what a browser says of one stream. */
const LOUD_SOURCE = 0.01;
/** Shorter pauses do not end a range: a glow flickers between several class names. */
const PAUSE_MS = 500;
/** In sound, shorter pauses tell one speaker from the next. */
const SOUND_PAUSE_MS = 200;
/** Sound begins and ends somewhere between two samples. */
const EDGE_MS = 50;
/** An open range is written down this often, so that a kill costs little. */
const FLUSH_MS = 2_000;
/** A class name that stays longer is no sign of speech. */
const FLUSH_UNTIL_MS = 300_000;

type Subject =
  | { kind: 'sound' }
  | { kind: 'source'; source: string; name?: string }
  | { kind: 'mark'; mark: string; tile: string; name: string };

interface OpenRange {
  subject: Subject;
  startMs: number;
  seenMs: number;
  flushedMs: number;
  /** Had the class name when it was first seen; most such class names stay for ever. */
  isInitial: boolean;
}

/** Turns the samples of a page into ranges. Names of assistants never count. */
export class Observer {
  readonly #startedAt: number;
  readonly #self: Self;
  readonly #write: (evidence: Evidence) => void;
  readonly #open = new Map<string, OpenRange>();
  readonly #knownTiles = new Set<string>();
  readonly #all = new Map<string, Tile>();
  readonly #signs = new SpeechSigns();
  #tiles: Tile[] = [];
  #present = '';
  #sawSpeech = false;

  /** When something was last heard, in ms since 1970; the start of the recording before that. */
  heardAt: number;

  /** @param startedAt of the recording, in ms since 1970 */
  constructor(startedAt: number, self: Self, write: (evidence: Evidence) => void) {
    this.#startedAt = startedAt;
    this.#self = self;
    this.#write = write;
    this.heardAt = startedAt;
  }

  /** Whether people were seen speaking since something was last heard. */
  get seesSpeech(): boolean {
    return this.#signs.areSeen;
  }

  add(sample: Sample): void {
    const nowMs = Math.max(0, sample.at - this.#startedAt);
    if (sample.changed || sample.gone) this.#meet(sample.changed ?? [], sample.gone ?? [], nowMs);
    if (sample.level >= LOUD) {
      this.heardAt = sample.at;
      this.#signs.hear();
      this.#extend('sound', { kind: 'sound' }, nowMs);
    }
    for (const { id, level } of sample.sources) {
      this.#signs.receive(level, nowMs);
      if (level >= LOUD_SOURCE) this.#hear(id, nowMs);
    }
    for (const tile of this.#tiles) {
      for (const mark of tile.classes) this.#see(tile, mark, nowMs);
      this.#knownTiles.add(tile.id);
    }
    if (this.seesSpeech !== this.#sawSpeech) {
      this.#sawSpeech = this.seesSpeech;
      if (this.#sawSpeech) this.#write({ kind: 'unheard', atMs: nowMs });
    }
    this.#settle(nowMs);
  }

  /** Ends all ranges. */
  close(): void {
    for (const [key, range] of this.#open) {
      if (!range.isInitial) this.#end(key, range);
    }
  }

  #meet(changed: Tile[], gone: string[], atMs: number): void {
    for (const id of gone) this.#all.delete(id);
    for (const tile of changed) this.#all.set(tile.id, tile);
    const tiles = [...this.#all.values()];
    this.#tiles = tiles.filter((tile) => this.#isPerson(tile));
    for (const tile of changed) if (this.#isPerson(tile)) this.#signs.change(tile.id, atMs);
    const { people } = readPresent(tiles, this.#self);
    const present = JSON.stringify(people);
    if (present === this.#present) return;
    this.#present = present;
    this.#write({ kind: 'people', atMs, people });
  }

  #isPerson(tile: Tile): boolean {
    return isOther(tile, this.#self) && !isAssistantName(tile.name);
  }

  #hear(source: string, nowMs: number): void {
    const name = this.#tiles.find(({ ssrcs }) => ssrcs.includes(source))?.name;
    this.#extend(`source ${source} ${name}`, { kind: 'source', source, ...(name && { name }) }, nowMs);
  }

  #see({ id, name }: Tile, mark: string, nowMs: number): void {
    const isInitial = !this.#knownTiles.has(id);
    this.#extend(`mark ${id} ${mark}`, { kind: 'mark', mark, tile: id, name }, nowMs, isInitial);
  }

  #extend(key: string, subject: Subject, nowMs: number, isInitial = false): void {
    const known = this.#open.get(key);
    const edgeMs = subject.kind === 'mark' ? 0 : EDGE_MS;
    const seenMs = nowMs + edgeMs;
    if (known) known.seenMs = seenMs;
    else {
      const startMs = Math.max(0, nowMs - edgeMs);
      this.#open.set(key, { subject, startMs, seenMs, flushedMs: nowMs, isInitial });
    }
  }

  #settle(nowMs: number): void {
    for (const [key, range] of this.#open) {
      if (nowMs - range.seenMs > (range.subject.kind === 'sound' ? SOUND_PAUSE_MS : PAUSE_MS))
        this.#end(key, range);
      else if (this.#isToBeFlushed(range, nowMs)) {
        range.flushedMs = nowMs;
        this.#write({ ...range.subject, startMs: range.startMs, endMs: range.seenMs, open: true });
      }
    }
  }

  #isToBeFlushed({ startMs, flushedMs, isInitial }: OpenRange, nowMs: number): boolean {
    return !isInitial && nowMs - flushedMs >= FLUSH_MS && nowMs - startMs < FLUSH_UNTIL_MS;
  }

  #end(key: string, { subject, startMs, seenMs }: OpenRange): void {
    this.#open.delete(key);
    this.#write({ ...subject, startMs, endMs: seenMs });
  }
}
