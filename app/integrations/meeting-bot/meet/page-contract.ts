/** What the script inside the meeting's page and the child process say to each other. */

export interface Tile {
  id: string;
  name: string;
  /** Of the streams that the page says are this person's. */
  ssrcs: string[];
  /** Class names of the tile and of all within it. */
  classes: string[];
}

export interface Sample {
  /** In ms since 1970. */
  at: number;
  /** Root mean square of the mix in this moment, 0 to 1. */
  level: number;
  /** Streams that are heard: ids of the contributing sources, or of the streams themselves, with levels 0 to 1. */
  sources: { id: string; level: number }[];
  /** Tiles that are new or have changed since the sample before, and ids of those that have gone; absent if none. */
  changed?: Tile[];
  gone?: string[];
}

/** What the page shows at one look; by presence, since Meet hides its toolbar. */
export interface PageView {
  url: string;
  /** What a reader sees, shortened. */
  text: string;
  /** Labels of all buttons, hidden ones too. */
  buttons: string[];
  hasNameInput: boolean;
  tiles: { id: string; name: string }[];
  /** Connections that are not closed or failed. */
  connections: number;
}

export interface PageScript {
  look(): PageView;
  /** Presses the first button whose label matches, also a hidden one. @returns its label */
  press(pattern: string): string | null;
  /** Begins to record the mix. @returns when, in ms since 1970 */
  record(): Promise<number>;
  /** Resolves when the last chunk has been sent. */
  stop(): Promise<void>;
}

/** Names of the functions that the child process offers to the page. */
export const BINDINGS = { chunk: 'celesteChunk', samples: 'celesteSamples' } as const;

/** The name of the page script's object in the page's window. */
export const PAGE_OBJECT = 'celesteAssistant';
