import type { VisitEnd } from '../port';

/** How long the assistant has patience, in ms. */
export interface Durations {
  /** For the first document of the meeting's page. */
  load: number;
  /** For a way to join on a page that has loaded. */
  wayIn: number;
  /** A refusal counts once it has stood this long: a page that still loads shows some that are not meant. */
  settle: number;
  /** Between two looks at the page. */
  look: number;
  /** Stays so long after everybody else has left. */
  alone: number;
  /** Stays so long when nobody else ever comes. */
  nobody: number;
  /** Stays so long without a voice while only other assistants are there. */
  silence: number;
  /** No sound for so long, though people are seen speaking, is worth a word to the owner. */
  unheard: number;
  /** Without a tile and without a connection for so long, the meeting is over. */
  gone: number;
}

export const DEFAULT_DURATIONS: Durations = {
  load: 60_000,
  wayIn: 60_000,
  settle: 5_000,
  look: 1_000,
  alone: 60_000,
  nobody: 600_000,
  silence: 900_000,
  unheard: 25_000,
  gone: 30_000,
};

/** What the child process gets to do. Times are in ms since 1970. */
export interface VisitTask {
  executablePath: string;
  /** Arguments of the browser besides those that every visit needs. */
  browserArgs: string[];
  profileDir: string | null;
  url: string;
  botName: string;
  announcement: string;
  maxWaitMs: number;
  leaveAt: number;
  folder: string;
  durations: Durations;
}

/** A `VisitState` with numbers for dates, since messages between processes are JSON. */
export type ChildState =
  | { phase: 'entering' }
  | { phase: 'lobby'; lastsUntil: number }
  | { phase: 'recording'; since: number; people: string[]; isUnheard: boolean };

export type ToChild = { kind: 'task'; task: VisitTask } | { kind: 'ping' } | { kind: 'stop' };

export type FromChild =
  | { kind: 'browser'; pid: number }
  | { kind: 'state'; state: ChildState }
  | { kind: 'end'; end: VisitEnd };

/** The parent speaks this often. */
export const PING_MS = 1_000;
/** A child that hears nothing for so long ends itself and its browser. */
export const LOST_PARENT_MS = 6_000;
/** Without `Leave call` and a last chunk after so long, the child ends all the same. */
export const FAREWELL_MS = 5_000;

export const TIMELINE_FILE = 'timeline.jsonl';
export const START_FILE = 'meta.json';
