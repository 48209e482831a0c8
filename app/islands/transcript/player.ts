import { formatPosition } from '@/app/domain/format/format-duration';
import { nextSpeed } from '@/app/domain/transcript/playback-speed';
import { find, required, textsOf } from '../ui/find-part';
import { PLAYER } from './transcript.contract';

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
  /** End of an audio range that is played by itself, in seconds. */
  #stopAt = Number.POSITIVE_INFINITY;

  constructor(audio: HTMLAudioElement, bar: HTMLElement) {
    this.audio = audio;
    audio.removeAttribute('controls');
    audio.after(bar);
    bar.hidden = !audio.hasAttribute('src');
    pickLightCopyOnSlowConnection(audio);
    const [toggle, speed] = [find(bar, PLAYER.toggle), find(bar, PLAYER.speed)];
    const [elapsed, total] = [find(bar, PLAYER.elapsed), find(bar, PLAYER.total)];
    const seek = find(bar, PLAYER.seek);
    const { play, pause } = textsOf(toggle, PLAYER.toggle);
    const { label } = textsOf(speed, PLAYER.speed);

    const showState = () => {
      toggle.toggleAttribute('data-playing', !audio.paused);
      toggle.setAttribute('aria-label', audio.paused ? play : pause);
    };
    const showTime = () => {
      const position = formatPosition(audio.currentTime * 1000);
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
    const showSpeed = () => {
      const text = `${audio.playbackRate.toLocaleString(document.documentElement.lang)}×`;
      speed.textContent = text;
      speed.setAttribute('aria-label', `${label}: ${text}`);
    };
    audio.addEventListener('play', showState);
    audio.addEventListener('pause', showState);
    audio.addEventListener('timeupdate', () => {
      showTime();
      if (audio.currentTime < this.#stopAt) return;
      audio.pause();
      this.#stopAt = Number.POSITIVE_INFINITY;
    });
    audio.addEventListener('seeked', showTime);
    audio.addEventListener('durationchange', showLength);
    audio.addEventListener('ratechange', showSpeed);
    seek.addEventListener('input', () => this.seek(Number(seek.value) * 1000));
    toggle.addEventListener('click', () => this.toggle());
    find(bar, PLAYER.back).addEventListener('click', () => this.skip(-1));
    find(bar, PLAYER.forward).addEventListener('click', () => this.skip(1));
    speed.addEventListener('click', () => {
      audio.playbackRate = nextSpeed(audio.playbackRate);
    });
    showState();
    showLength();
    showSpeed();
  }

  get place(): HTMLElement {
    return required(this.audio.parentElement, 'place of the recording');
  }

  seek(ms: number): void {
    this.#stopAt = Number.POSITIVE_INFINITY;
    this.audio.currentTime = ms / 1000;
  }

  play(): void {
    // Browsers may block autoplay; the reader then presses play at the right position.
    this.audio.play().catch(() => undefined);
  }

  playRange(fromMs: number, toMs: number): void {
    this.seek(Math.max(0, fromMs));
    this.#stopAt = toMs / 1000;
    this.play();
  }

  toggle(): void {
    this.#stopAt = Number.POSITIVE_INFINITY;
    if (this.audio.paused) this.play();
    else this.audio.pause();
  }

  skip(direction: 1 | -1): void {
    this.seek((this.audio.currentTime + direction * SKIP_SECONDS) * 1000);
  }
}
