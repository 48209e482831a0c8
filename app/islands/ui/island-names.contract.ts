/** The islands: each is a module `NAME.island.ts`. */
export const ISLAND_NAMES = [
  'announcement',
  'browser-zone',
  'calendar',
  'caption-preview',
  'capture-key',
  'confidence',
  'copy',
  'countdown',
  'create-passkey',
  'degravacao-preview',
  'dialog',
  'digits',
  'document',
  'forget-person',
  'loading-bar',
  'local-time',
  'menu',
  'modal',
  'needs-answer',
  'offline-form',
  'print',
  'refresh-list',
  'search',
  'search-hits',
  'search-key',
  'seek-audio',
  'submit-once',
  'support-chat',
  'toast',
  'total',
  'transcript',
  'unfold',
  'unfinished-uploads',
  'upload',
  'use-passkey',
  'wait-for-work',
] as const;

export type IslandName = (typeof ISLAND_NAMES)[number];

/** The compiler checks the islands that the markup names. */
declare module 'react' {
  interface HTMLAttributes<T> {
    'data-island'?: IslandName | `${IslandName} ${IslandName}`;
  }
}
