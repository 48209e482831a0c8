import { formatPosition } from '@/app/domain/format/format-duration';
import { nextSpeed } from '@/app/domain/transcript/playback-speed';
import type { PlayerSettings } from '@/app/domain/transcript/player-settings';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import { find, required, textsOf } from '../ui/find-part';
import { listenToSliderKeys } from './player-keys';
import { PLAYER } from './transcript.contract';

/** Of the buttons (specification). */
const SKIP_SECONDS = 2;

/** Network Information API; many browsers do not have it. */
type ConnectionInfo = { saveData?: boolean; effectiveType?: string } | undefined;

/** Plays the light copy on a slow or metered connection, unless the user chose a copy. */
function pickLightCopyOnSlowConnection(audio: HTMLAudioElement): void {
  const { connection } = navigator as Navigator & { connection?: ConnectionInfo };
  const isPoor = connection?.saveData || /^(slow-)?[23]g$/.test(connection?.effectiveType ?? '');
  if (isPoor && audio.dataset.light) audio.src = audio.dataset.light;
}

export class Player {
  readonly audio: HTMLAudioElement;
  readonly #bar: HTMLElement;
  readonly #toggles: HTMLButtonElement[] = [];
  readonly #rewindMs: number;
  /** Playback was paused on its way: it continues a little before, unless somebody goes elsewhere. */
  #isInterrupted = false;
  /** End of an audio range that is played by itself, in seconds. */
  #stopAt = Number.POSITIVE_INFINITY;
  #repeated: TimeRange | null = null;

  constructor(
    audio: HTMLAudioElement,
    bar: HTMLElement,
    { rewindMs = 0, keys }: Partial<PlayerSettings> = {},
  ) {
    this.audio = audio;
    this.#bar = bar;
    this.#rewindMs = rewindMs;
    audio.removeAttribute('controls');
    audio.after(bar);
    bar.hidden = !audio.hasAttribute('src');
    pickLightCopyOnSlowConnection(audio);
    this.addToggle(find(bar, PLAYER.toggle));
    find(bar, PLAYER.back).addEventListener('click', () => this.skip(-SKIP_SECONDS));
    find(bar, PLAYER.forward).addEventListener('click', () => this.skip(SKIP_SECONDS));
    this.#showPosition(keys);
    this.#offerSpeeds();
    audio.addEventListener('play', () => this.#showState());
    audio.addEventListener('pause', () => this.#showState());
    // The operating system plays and pauses, too.
    audio.addEventListener('play', () => this.#goBack());
    audio.addEventListener('pause', () => this.#notePause());
    audio.addEventListener('seeking', () => {
      this.#isInterrupted = false;
    });
    audio.addEventListener('timeupdate', () => this.#endRange());
  }

  get place(): HTMLElement {
    return required(this.audio.parentElement, 'place of the recording');
  }

  get positionMs(): number {
    return this.audio.currentTime * 1000;
  }

  /** Another button that plays and pauses. */
  addToggle(toggle: HTMLButtonElement): void {
    this.#toggles.push(toggle);
    toggle.hidden = !this.audio.hasAttribute('src');
    toggle.addEventListener('click', () => this.toggle());
    this.#showState();
  }

  seek(ms: number): void {
    this.#stopAt = Number.POSITIVE_INFINITY;
    this.audio.currentTime = Math.max(0, ms) / 1000;
  }

  /** From the very position. */
  play(): void {
    this.#isInterrupted = false;
    // Browsers may block autoplay; the reader then presses play at the right position.
    this.audio.play().catch(() => undefined);
  }

  playRange(fromMs: number, toMs: number): void {
    this.seek(fromMs);
    this.#stopAt = toMs / 1000;
    this.play();
  }

  toggle(): void {
    this.#stopAt = Number.POSITIVE_INFINITY;
    if (!this.audio.paused) {
      this.audio.pause();
      return;
    }
    this.#goBack();
    this.play();
  }

  skip(seconds: number): void {
    this.seek(this.positionMs + seconds * 1000);
  }

  /** Plays a range again and again, until the next call; null ends it. */
  repeat(range: TimeRange | null): void {
    this.#repeated = range;
    find(this.#bar, PLAYER.repeat).setAttribute('aria-pressed', String(range !== null));
    if (!range) return;
    const isInside = this.positionMs >= range.startMs && this.positionMs < range.endMs;
    if (!isInside) this.seek(range.startMs);
    this.play();
  }

  get isRepeating(): boolean {
    return this.#repeated !== null;
  }

  #endRange(): void {
    const { audio } = this;
    if (this.#repeated && this.positionMs >= this.#repeated.endMs)
      audio.currentTime = this.#repeated.startMs / 1000;
    if (audio.currentTime >= this.#stopAt) audio.pause();
  }

  #notePause(): void {
    const { audio } = this;
    // Something else may be played by now.
    if (!audio.paused) return;
    this.#isInterrupted = !audio.ended && audio.currentTime < this.#stopAt;
    this.#stopAt = Number.POSITIVE_INFINITY;
  }

  #goBack(): void {
    if (this.#isInterrupted) this.seek(this.positionMs - this.#rewindMs);
  }

  #showState(): void {
    for (const toggle of this.#toggles) {
      const { play, pause } = textsOf(toggle, PLAYER.toggle);
      toggle.toggleAttribute('data-playing', !this.audio.paused);
      toggle.setAttribute('aria-label', this.audio.paused ? play : pause);
    }
  }

  #showPosition(keys: PlayerSettings['keys'] | undefined): void {
    const { audio } = this;
    const [elapsed, total] = [find(this.#bar, PLAYER.elapsed), find(this.#bar, PLAYER.total)];
    const seek = find(this.#bar, PLAYER.seek);
    const showTime = () => {
      const position = formatPosition(this.positionMs);
      if (elapsed.textContent !== position) elapsed.textContent = position;
      seek.value = String(audio.currentTime);
      seek.setAttribute('aria-valuetext', position);
    };
    const showLength = () => {
      if (!Number.isFinite(audio.duration)) return;
      seek.max = String(audio.duration);
      total.textContent = formatPosition(audio.duration * 1000);
      showTime();
    };
    audio.addEventListener('timeupdate', showTime);
    audio.addEventListener('seeked', showTime);
    audio.addEventListener('durationchange', showLength);
    // At once: a screen reader says the time when the slider moves.
    const moveTo = (ms: number) => {
      this.seek(ms);
      showTime();
    };
    seek.addEventListener('input', () => moveTo(Number(seek.value) * 1000));
    listenToSliderKeys(seek, keys, (seconds) => moveTo(this.positionMs + seconds * 1000));
    showLength();
  }

  /** A button steps through the cycle of the specification; a menu has finer steps. */
  #offerSpeeds(): void {
    const { audio } = this;
    const [speed, speeds] = [find(this.#bar, PLAYER.speed), find(this.#bar, PLAYER.speeds)];
    const { label } = textsOf(speed, PLAYER.speed);
    const show = () => {
      const text = `${audio.playbackRate.toLocaleString(document.documentElement.lang)}×`;
      speed.textContent = text;
      speed.setAttribute('aria-label', `${label}: ${text}`);
      speeds.value = String(audio.playbackRate);
    };
    audio.addEventListener('ratechange', show);
    speed.addEventListener('click', () => {
      audio.playbackRate = nextSpeed(audio.playbackRate);
    });
    speeds.addEventListener('change', () => {
      audio.playbackRate = Number(speeds.value);
    });
    show();
  }
}
