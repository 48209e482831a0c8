/**
 * What `timeline.jsonl` consists of: observations, one a line, from which names are read at the end, when all is
 * known. Times are in ms of the recording. A range that is `open` was still going on; a later line with the same
 * start says more.
 */
export type Evidence =
  | { kind: 'people'; atMs: number; people: string[] }
  /** People are seen speaking, and nothing was heard since they began. */
  | { kind: 'unheard'; atMs: number }
  | ({ kind: 'sound' } & Range)
  /** A stream that was heard, and whose it is if the page says so. */
  | ({ kind: 'source'; source: string; name?: string } & Range)
  /** A class name that a person's tile had for a while. */
  | ({ kind: 'mark'; mark: string; tile: string; name: string } & Range);

export interface Range {
  startMs: number;
  endMs: number;
  open?: true;
}
