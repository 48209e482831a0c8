import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PLAYER_SETTINGS, formatKeyName, keyNameOf } from '@/app/domain/transcript/player-settings';
import {
  parseKeyName,
  parsePlayerSettings,
  playerSettingsSchema,
} from '@/app/domain/transcript/player-settings-form';

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('the name of a pressed key', () => {
  it.each([
    [{ code: 'F8', key: 'F8' }, 'F8'],
    [{ code: 'KeyB', key: 'B', shiftKey: true, ctrlKey: true }, 'Ctrl+Shift+KeyB'],
    [{ code: 'KeyB', key: 'b', metaKey: true, altKey: true }, 'Ctrl+Alt+KeyB'],
    [{ code: '', key: 'F13' }, 'F13'],
    [{ code: 'Space', key: ' ' }, 'Space'],
    [{ code: 'ControlLeft', key: 'Control', ctrlKey: true }, null],
    [{ code: 'AltRight', key: 'AltGraph', ctrlKey: true, altKey: true }, null],
    [{ code: '', key: 'Unidentified' }, null],
    [{ code: '', key: '' }, null],
  ])('%o is %s', (event, name) => {
    expect(keyNameOf({ ...NONE, ...event })).toBe(name);
  });
});

describe('a key name', () => {
  it.each([
    ['F8', 'F8'],
    ['Ctrl+Shift+KeyB', 'Ctrl + Shift + B'],
    ['Ctrl+Digit7', 'Ctrl + 7'],
    ['Alt+Numpad0', 'Alt + Numpad 0'],
    ['MediaPlayPause', 'Media Play Pause'],
    ['Shift+F24', 'Shift + F24'],
    ['', ''],
  ])('%s is shown as %s, and read back', (name, shown) => {
    expect(formatKeyName(name)).toBe(shown);
    if (name) expect(parseKeyName(shown)).toBe(name);
  });

  it.each([
    [' f8 ', 'F8'],
    ['shift+CONTROL+b', 'Ctrl+Shift+KeyB'],
    ['Command + k', 'Ctrl+KeyK'],
    ['media playpause', 'MediaPlayPause'],
    ['F25', null],
    ['Hyper+B', null],
    ['Ctrl+', null],
    ['+', null],
    ['constructor+b', null],
    ['é', null],
  ])('typed as %s is %s', (typed, name) => {
    expect(parseKeyName(typed)).toBe(name);
  });
});

describe('the settings that are sent', () => {
  const check = (fields: Record<string, unknown>) => {
    const form = { submissionId: randomUUID(), rewind_seconds: '1.5', ...fields };
    const { data, error } = playerSettingsSchema.safeParse(form);
    return error ? error.issues.map(({ path, message }) => `${path.join()}: ${message}`) : data!.settings;
  };

  it('are taken with their units, and keys may be missing', () => {
    const fields = { key_toggle: 'f4', key_back: '', key_forward: 'Ctrl + Shift + L', confirm_saving: true };
    expect(check(fields)).toEqual({
      keys: { toggle: 'F4', back: '', forward: 'Ctrl+Shift+KeyL', repeat: '' },
      rewindMs: 1_500,
      confirmsSaving: true,
    });
  });

  it.each([
    ...['B', '7', 'Shift+B', 'Alt+B', 'Ctrl+Alt+Q', 'Comma', 'Numpad0', 'Space', 'Enter', 'Ctrl+Shift+Enter'],
    ...['Tab', 'Escape', 'ArrowLeft', 'Ctrl+ArrowLeft', 'Backspace', 'Shift+Delete', 'Home'],
  ])('refuse %s, which writes or edits', (key) => {
    expect(check({ key_back: key })).toEqual(['key_back: player.key-types']);
  });

  it.each(['Ctrl+Z', 'Ctrl+Shift+Z', 'Ctrl+S', 'Ctrl+Shift+6', 'Ctrl+Space', 'Ctrl+W', 'Cmd+C', 'Alt+F4'])(
    'refuse %s, which has a meaning already',
    (key) => {
      expect(check({ key_repeat: key })).toEqual(['key_repeat: player.key-reserved']);
    },
  );

  it.each(['F13', 'Pause', 'Insert', 'MediaStop', 'Ctrl+Shift+7', 'Ctrl+Numpad0', 'Alt+F8', 'PageDown'])(
    'accept %s',
    (key) => {
      expect(check({ key_toggle: key })).toMatchObject({ keys: { toggle: parseKeyName(key) } });
    },
  );

  it('refuse unknown keys and the same key for two actions', () => {
    expect(check({ key_toggle: 'Pedal' })).toEqual(['key_toggle: player.key-unknown']);
    expect(check({ key_toggle: 'F8'.padEnd(99) })).toEqual(['key_toggle: player.key-unknown']);
    expect(check({ key_toggle: 'F8', key_repeat: 'f8' })).toEqual(['key_repeat: player.key-taken']);
  });

  it.each(['-0.5', '5.5', '0.3', 'x', undefined])('refuse going back by %s seconds', (rewind_seconds) => {
    expect(check({ rewind_seconds })).toEqual(['rewind_seconds: player.rewind-invalid']);
  });

  it.each([
    ['0', 0],
    ['0.5', 500],
    ['5', 5_000],
  ])('accept going back by %s seconds', (rewind_seconds, rewindMs) => {
    expect(check({ rewind_seconds })).toMatchObject({ rewindMs });
  });
});

describe('stored settings', () => {
  const chosen = {
    keys: { toggle: 'F4', back: '', forward: 'Ctrl+Shift+KeyL', repeat: 'Pause' },
    rewindMs: 0,
    confirmsSaving: false,
  };

  it('are read as they were written', () => {
    expect(parsePlayerSettings(JSON.stringify(chosen))).toEqual(chosen);
  });

  it.each([null, '', '{', '[]', '7', '{"keys":{"toggle":"KeyB"},"rewindMs":"x","confirmsSaving":1}'])(
    'are the defaults for %s',
    (json) => {
      expect(parsePlayerSettings(json)).toEqual(DEFAULT_PLAYER_SETTINGS);
    },
  );

  it('keep what can be understood', () => {
    const json = JSON.stringify({ ...chosen, keys: { ...chosen.keys, toggle: 'F99' } });
    expect(parsePlayerSettings(json)).toEqual({ ...chosen, keys: DEFAULT_PLAYER_SETTINGS.keys });
  });
});
