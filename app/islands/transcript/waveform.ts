import { barCountFor, barShapes, barsOf, spanAt, type TimeSpan } from '@/app/domain/transcript/waveform';
import { required } from '../ui/find-part';

/** Pauses before the peaks are asked for again, while the server draws them. */
const PAUSES_MS = [2_000, 4_000, 8_000, 16_000, 32_000, 60_000];

/** Of the page's recording, a byte each; null when there are none, or none within two minutes. */
export async function fetchPeaks(pausesMs: readonly number[] = PAUSES_MS): Promise<Uint8Array | null> {
  for (const pause of [...pausesMs, null]) {
    const answer = await fetch(`${location.pathname}/peaks`).catch(() => null);
    if (answer?.status === 204 && pause !== null) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      continue;
    }
    // An ended session is answered by the sign-in page.
    const isPeaks = answer?.headers.get('Content-Type') === 'application/octet-stream';
    return answer?.ok && isPeaks ? new Uint8Array(await answer.arrayBuffer()) : null;
  }
  return null;
}

const darkScheme = matchMedia('(prefers-color-scheme: dark)');

/** `className` sets the colour as `--hue`. */
export interface SpeakerSpan extends TimeSpan {
  className: string;
}

/** Colours by time, in the present colour scheme; times that belong to nobody get the colour of edges. */
function colourBySpeaker(spans: readonly SpeakerSpan[]): (ms: number) => string {
  const colours = new Map<string, string>();
  return (ms) => {
    const className = spanAt(spans, ms)?.className ?? '';
    const colour = colours.get(className) ?? readColour(className);
    colours.set(className, colour);
    return colour;
  };
}

function readColour(className: string): string {
  const probe = document.createElement('i');
  probe.hidden = true;
  probe.className = className;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const colour = style.getPropertyValue('--hue').trim() || style.getPropertyValue('--edge').trim();
  probe.remove();
  return colour || 'gray';
}

/** How much of a bar's colour is seen before it was played. */
const REST_ALPHA = 0.4;

interface WaveformOptions {
  peaks: Uint8Array;
  durationMs: number;
  /** Who speaks when, in the order of the starts; asked for anew at each redraw. */
  spans(): readonly SpeakerSpan[];
}

export interface Waveform {
  /** Shows everything before it as played; draws only what lies between the last position and this one. */
  setPosition(ms: number): void;
  /** After the spans have changed; it happens by itself for another size or colour scheme. */
  redraw(): void;
}

/**
 * Draws a recording on a canvas, which is hidden from screen readers: what reacts to mouse, keyboard and touch
 * is the slider over it.
 */
export function showWaveform(
  canvas: HTMLCanvasElement,
  { peaks, durationMs, spans }: WaveformOptions,
): Waveform {
  canvas.setAttribute('aria-hidden', 'true');
  const context = required(canvas.getContext('2d'), 'canvas to draw on');
  /** All bars in full colour, from which the played and the coming part are copied. */
  const bars = document.createElement('canvas');
  const barsContext = required(bars.getContext('2d'), 'canvas to draw on');
  let position = 0;
  /** Device pixels up to which the canvas shows the recording as played. */
  let shownTo = 0;

  const playedTo = () => Math.round(Math.min(1, Math.max(0, position / durationMs || 0)) * canvas.width);

  const copy = (from: number, to: number, alpha: number) => {
    if (to <= from) return;
    context.clearRect(from, 0, to - from, canvas.height);
    context.globalAlpha = alpha;
    context.drawImage(bars, from, 0, to - from, canvas.height, from, 0, to - from, canvas.height);
  };

  const drawBars = () => {
    const { width, height } = bars;
    const pixelRatio = devicePixelRatio;
    const colourAt = colourBySpeaker(spans());
    barsContext.clearRect(0, 0, width, height);
    const shapes = barShapes(barsOf(peaks, barCountFor(width, pixelRatio)), { width, height, pixelRatio });
    for (const shape of shapes) {
      barsContext.fillStyle = colourAt(((shape.x + shape.width / 2) / width) * durationMs);
      barsContext.fillRect(shape.x, shape.y, shape.width, shape.height);
    }
  };

  const redraw = () => {
    const { width, height } = canvas.getBoundingClientRect();
    for (const sheet of [canvas, bars]) {
      // Even the same size would empty a canvas.
      sheet.width = Math.round(width * devicePixelRatio);
      sheet.height = Math.round(height * devicePixelRatio);
    }
    if (canvas.width === 0 || canvas.height === 0) return;
    drawBars();
    shownTo = playedTo();
    copy(0, shownTo, 1);
    copy(shownTo, canvas.width, REST_ALPHA);
  };

  const setPosition = (ms: number) => {
    position = ms;
    const to = playedTo();
    if (canvas.width > 0 && bars.height > 0) {
      copy(shownTo, to, 1);
      copy(to, shownTo, REST_ALPHA);
    }
    shownTo = to;
  };

  // It reports the first size, too.
  new ResizeObserver(redraw).observe(canvas);
  darkScheme.addEventListener('change', redraw);
  return { setPosition, redraw };
}
