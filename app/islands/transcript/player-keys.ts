import { keyNameOf, type PlayerAction, type PlayerSettings } from '@/app/domain/transcript/player-settings';

/** Of the keys; the buttons skip less. */
const JUMP_SECONDS = 5;
const SKIP_SECONDS = 2;

/** Of the keys on the slider, whose own step is that of a pointer. */
const SLIDER_SECONDS: Record<string, number> = {
  ArrowLeft: -JUMP_SECONDS,
  ArrowDown: -JUMP_SECONDS,
  ArrowRight: JUMP_SECONDS,
  ArrowUp: JUMP_SECONDS,
  PageDown: -60,
  PageUp: 60,
};

interface PlayerKeyActions {
  toggle(): void;
  skip(seconds: number): void;
  repeat(): void;
  help(): void;
}

type KeyAction = (event: KeyboardEvent) => void;

/** Browsers send the event again and again while a key is held. */
const oncePerPress =
  (act: () => void): KeyAction =>
  ({ repeat }) => {
    if (!repeat) act();
  };

/** Elements that have a use of their own for a key without modifiers. */
const TYPED_INTO = 'input:not([type="range"]), select, textarea, [contenteditable], dialog, [popover]';
const PRESSED = `${TYPED_INTO}, button, a, summary, audio`;

/**
 * Keys of the player: those that the account has set, and Ctrl+Space, work everywhere; single keys only where
 * nothing is typed.
 */
export function listenToPlayerKeys(settings: PlayerSettings, actions: PlayerKeyActions): void {
  const own = new Map(Object.entries(settings.keys).map(([action, key]) => [key, action as PlayerAction]));
  own.delete('');
  const help = oncePerPress(() => actions.help());
  const everywhere: Record<PlayerAction, KeyAction> = {
    toggle: oncePerPress(() => actions.toggle()),
    back: () => actions.skip(-JUMP_SECONDS),
    forward: () => actions.skip(JUMP_SECONDS),
    repeat: oncePerPress(() => actions.repeat()),
  };
  const combined: Record<string, KeyAction> = {
    'Ctrl+Space': everywhere.toggle,
    'Ctrl+Enter': everywhere.toggle,
    'Ctrl+Shift+Comma': () => actions.skip(-SKIP_SECONDS),
    'Ctrl+Shift+Period': () => actions.skip(SKIP_SECONDS),
  };
  const single: Record<string, KeyAction> = { ArrowLeft: everywhere.back, ArrowRight: everywhere.forward };

  const actionOf = (event: KeyboardEvent): KeyAction | undefined => {
    const [name, target] = [keyNameOf(event) ?? '', event.target as Element];
    const ownAction = own.get(name);
    if (ownAction) return everywhere[ownAction];
    if (combined[name] || target.closest(TYPED_INTO)) return combined[name];
    if (name === 'Space' && !target.closest(PRESSED)) return everywhere.toggle;
    return event.key === '?' ? help : single[name];
  };
  addEventListener('keydown', (event) => {
    const action = event.defaultPrevented || event.isComposing ? undefined : actionOf(event);
    if (!action) return;
    event.preventDefault();
    action(event);
  });
}

/**
 * Keys of the focused slider, which skip farther than its own steps.
 * @param keys those that the account has set, which work there as everywhere
 */
export function listenToSliderKeys(
  slider: HTMLInputElement,
  keys: PlayerSettings['keys'] | undefined,
  skip: (seconds: number) => void,
): void {
  const own = new Set(Object.values(keys ?? {}));
  slider.addEventListener('keydown', (event) => {
    const name = keyNameOf(event) ?? '';
    const seconds = own.has(name) ? undefined : SLIDER_SECONDS[name];
    if (seconds === undefined) return;
    event.preventDefault();
    skip(seconds);
  });
}
