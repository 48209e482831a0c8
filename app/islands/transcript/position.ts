import { find } from '../ui/find-part';
import type { TranscriptText } from './text';
import { PLAYER } from './transcript.contract';
import { fetchPeaks, showWaveform, type Waveform } from './waveform';

/**
 * Draws the recording's waveform in the speakers' colours below the slider, once the server has its peaks.
 * @returns null when there are none
 */
export async function drawWaveform(
  bar: HTMLElement,
  audio: HTMLAudioElement,
  text: TranscriptText,
): Promise<Waveform | null> {
  const peaks = audio.hasAttribute('src') ? await fetchPeaks() : null;
  if (!peaks) return null;
  const canvas = find(bar, PLAYER.waveform);
  const spans = () =>
    text.sections.map((section) => {
      const { startMs, endMs } = text.utteranceOf(section);
      return { startMs, endMs, className: section.className };
    });
  const durationMs = Number(audio.closest<HTMLElement>('article')?.dataset.duration);
  const waveform = showWaveform(canvas, { peaks, durationMs, spans });
  canvas.dataset.drawn = '';
  const show = () => waveform.setPosition(audio.currentTime * 1000);
  audio.addEventListener('timeupdate', show);
  audio.addEventListener('seeked', show);
  show();
  return waveform;
}
