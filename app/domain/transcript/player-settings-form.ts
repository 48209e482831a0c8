import { z } from 'zod';
import { code, submissionId } from '../form-fields';
import {
  DEFAULT_PLAYER_SETTINGS,
  joinKeyName,
  type Modifier,
  PLAYER_ACTIONS,
  type PlayerSettings,
} from './player-settings';

const numbered = (name: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${name}${from + index}`);

/** Values of `KeyboardEvent.code` (W3C UI Events) of keys that write nothing and do not move the cursor. */
const FREE_CODES = [
  ...numbered('F', 1, 24),
  ...['Pause', 'ScrollLock', 'Insert', 'Help', 'PageUp', 'PageDown'],
  ...['MediaPlayPause', 'MediaStop', 'MediaTrackNext', 'MediaTrackPrevious', 'MediaSelect'],
  ...['LaunchApp1', 'LaunchApp2', 'LaunchMail', 'BrowserHome', 'BrowserSearch', 'BrowserFavorites'],
];

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => `Key${letter}`);

/** Codes of keys that write a character, unless Ctrl is held. */
const TYPING_CODES = [
  ...LETTERS,
  ...numbered('Digit', 0, 9),
  ...numbered('Numpad', 0, 9),
  ...['NumpadAdd', 'NumpadSubtract', 'NumpadMultiply', 'NumpadDivide', 'NumpadDecimal', 'NumpadComma'],
  ...['Minus', 'Equal', 'BracketLeft', 'BracketRight', 'Backslash', 'Semicolon', 'Quote', 'Backquote'],
  ...['Comma', 'Period', 'Slash', 'IntlBackslash', 'IntlRo', 'IntlYen', 'Space'],
];

/** Codes of keys that edit, move the cursor or the focus, with any modifier. */
const EDITING_CODES = [
  ...['Enter', 'NumpadEnter', 'Tab', 'Escape', 'Backspace', 'Delete', 'Home', 'End'],
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'CapsLock', 'NumLock', 'ContextMenu'],
];

const CODES = new Map(
  [...FREE_CODES, ...TYPING_CODES, ...EDITING_CODES].map((known) => [known.toLowerCase(), known]),
);

/** Combinations of the editor, of text fields, and those that a browser does not leave to pages. */
const RESERVED = new Set([
  ...['Ctrl+Space', 'Ctrl+Shift+Comma', 'Ctrl+Shift+Period', 'Ctrl+KeyS'],
  ...['Ctrl+KeyZ', 'Ctrl+Shift+KeyZ', 'Ctrl+KeyY', 'Ctrl+Shift+KeyF', 'Ctrl+Shift+KeyX'],
  ...numbered('Ctrl+Shift+Digit', 0, 6),
  ...['Ctrl+KeyA', 'Ctrl+KeyC', 'Ctrl+KeyV', 'Ctrl+KeyX', 'Ctrl+Shift+KeyV', 'Ctrl+KeyF', 'Ctrl+KeyP'],
  ...['Ctrl+KeyN', 'Ctrl+KeyT', 'Ctrl+KeyW', 'Ctrl+Shift+KeyN', 'Ctrl+Shift+KeyT', 'Ctrl+Shift+KeyW'],
  ...['Ctrl+KeyR', 'Ctrl+Shift+KeyR', 'Ctrl+KeyK', 'Ctrl+KeyL', 'Ctrl+F4', 'Alt+F4'],
]);

const TYPED_MODIFIERS = new Map<string, Modifier>([
  ['ctrl', 'Ctrl'],
  ['control', 'Ctrl'],
  ['cmd', 'Ctrl'],
  ['command', 'Ctrl'],
  ['alt', 'Alt'],
  ['option', 'Alt'],
  ['shift', 'Shift'],
]);

/** The name of the key that somebody typed, in any case and with any spaces; null for an unknown one. */
export function parseKeyName(typed: string): string | null {
  const parts = typed.toLowerCase().replace(/\s/g, '').split('+');
  const last = parts.pop() ?? '';
  const held = new Set<Modifier>();
  for (const part of parts) {
    const modifier = TYPED_MODIFIERS.get(part);
    if (!modifier) return null;
    held.add(modifier);
  }
  const pressed = CODES.get(last) ?? CODES.get(`key${last}`) ?? CODES.get(`digit${last}`);
  return pressed ? joinKeyName(held, pressed) : null;
}

const TYPES = new Set(TYPING_CODES);
const EDITS = new Set(EDITING_CODES);

/** Why a key cannot be chosen; null for one that can. Ctrl and Alt together are AltGr, which writes too. */
function problemOf(name: string) {
  const held = name.split('+');
  const pressed = held.pop() ?? '';
  if (RESERVED.has(name)) return code('player.key-reserved');
  if (EDITS.has(pressed)) return code('player.key-types');
  const isCommand = held.includes('Ctrl') && !held.includes('Alt');
  return TYPES.has(pressed) && !isCommand ? code('player.key-types') : null;
}

const MAX_TYPED = 60;

const chosenKey = z
  .string()
  .max(MAX_TYPED, code('player.key-unknown'))
  .default('')
  .transform((typed, context) => {
    if (!typed.trim()) return '';
    const name = parseKeyName(typed);
    const message = name ? problemOf(name) : code('player.key-unknown');
    if (message) context.addIssue({ code: 'custom', message });
    return name ?? '';
  });

export const MAX_REWIND_SECONDS = 5;
export const REWIND_STEP_SECONDS = 0.5;

const rewindSeconds = z.coerce
  .number({ error: code('player.rewind-invalid') })
  .min(0, code('player.rewind-invalid'))
  .max(MAX_REWIND_SECONDS, code('player.rewind-invalid'))
  .multipleOf(REWIND_STEP_SECONDS, code('player.rewind-invalid'));

/** The settings of the page's form. */
export const playerSettingsSchema = z
  .object({
    submissionId,
    key_toggle: chosenKey,
    key_back: chosenKey,
    key_forward: chosenKey,
    key_repeat: chosenKey,
    rewind_seconds: rewindSeconds,
    confirm_saving: z.boolean().default(false),
  })
  .superRefine((form, context) => {
    const taken = new Set<string>();
    for (const action of PLAYER_ACTIONS) {
      const field = `key_${action}` as const;
      const key = form[field];
      if (taken.has(key))
        context.addIssue({ code: 'custom', path: [field], message: code('player.key-taken') });
      if (key) taken.add(key);
    }
  })
  .transform(({ submissionId: id, rewind_seconds, confirm_saving, ...keys }) => ({
    submissionId: id,
    settings: {
      keys: {
        toggle: keys.key_toggle,
        back: keys.key_back,
        forward: keys.key_forward,
        repeat: keys.key_repeat,
      },
      rewindMs: rewind_seconds * 1000,
      confirmsSaving: confirm_saving,
    } satisfies PlayerSettings,
  }));

const storedKey = z
  .string()
  .refine((name) => !name || (parseKeyName(name) === name && problemOf(name) === null));

const defaults = DEFAULT_PLAYER_SETTINGS;

const storedSchema = z.object({
  keys: z
    .object({ toggle: storedKey, back: storedKey, forward: storedKey, repeat: storedKey })
    .catch(defaults.keys),
  rewindMs: z
    .number()
    .min(0)
    .max(MAX_REWIND_SECONDS * 1000)
    .catch(defaults.rewindMs),
  confirmsSaving: z.boolean().catch(defaults.confirmsSaving),
});

/** Stored settings; the defaults for what is missing or not to be understood. */
export function parsePlayerSettings(json: string | null): PlayerSettings {
  try {
    return storedSchema.parse(JSON.parse(json ?? ''));
  } catch {
    return defaults;
  }
}
