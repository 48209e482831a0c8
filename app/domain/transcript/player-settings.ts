/** What a key of its own can do in the player, also while text is edited. */
export const PLAYER_ACTIONS = ['toggle', 'back', 'forward', 'repeat'] as const;

export type PlayerAction = (typeof PLAYER_ACTIONS)[number];

export interface PlayerSettings {
  /** Key names as `keyNameOf` gives them; empty for an action without a key. */
  keys: Record<PlayerAction, string>;
  /** How far playback goes back when it continues after a pause. */
  rewindMs: number;
  /** Whether saving the transcript asks for a confirmation. */
  confirmsSaving: boolean;
}

export const DEFAULT_PLAYER_SETTINGS: PlayerSettings = {
  keys: { toggle: 'F8', back: 'F7', forward: 'F9', repeat: 'F2' },
  rewindMs: 1_500,
  confirmsSaving: true,
};

const MODIFIERS = ['Ctrl', 'Alt', 'Shift'] as const;
export type Modifier = (typeof MODIFIERS)[number];

/** The name of a key with modifiers, which stand in one order. */
export const joinKeyName = (held: ReadonlySet<Modifier>, pressed: string): string =>
  [...MODIFIERS.filter((modifier) => held.has(modifier)), pressed].join('+');

type PressedKey = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'code' | 'key'>;

/**
 * The key of a `KeyboardEvent`: `Ctrl+`, `Alt+` and `Shift+` in this order, and its `code`, or its `key` where a
 * device sends no code. The Command key counts as Ctrl. Null for a modifier alone and for an unidentified key,
 * as on-screen keyboards send it.
 */
export function keyNameOf(event: PressedKey): string | null {
  const pressed = event.code || event.key;
  if (/^(Control|Meta|OS|Alt|AltGraph|Shift)(Left|Right)?$/.test(pressed)) return null;
  if (!pressed || pressed === 'Unidentified') return null;
  const held = new Set<Modifier>();
  if (event.ctrlKey || event.metaKey) held.add('Ctrl');
  if (event.altKey) held.add('Alt');
  if (event.shiftKey) held.add('Shift');
  return joinKeyName(held, pressed);
}

/** A key name as people read it: `Ctrl+Shift+KeyB` as `Ctrl + Shift + B`. `parseKeyName` reads it back. */
export function formatKeyName(name: string): string {
  return name
    .split('+')
    .map((part) => part.replace(/^(Key|Digit)(?=.$)/, '').replace(/([a-z])(?=[A-Z\d])/g, '$1 '))
    .join(' + ');
}
