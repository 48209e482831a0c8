import { find } from '../ui/find-part';
import type { TranscriptText } from './text';
import { PLAYER } from './transcript.contract';
import { colourBySpeaker, fetchPeaks, showWaveform } from './waveform';

/** Draws the recording's waveform in the speakers' colours below the slider, once the server has its peaks. */
export async function drawWaveform(
  bar: HTMLElement,
  audio: HTMLAudioElement,
  text: TranscriptText,
): Promise<void> {
  const peaks = audio.hasAttribute('src') ? await fetchPeaks() : null;
  if (!peaks) return;
  const canvas = find(bar, PLAYER.waveform);
  const spans = text.sections.map((section) => {
    const { startMs, endMs } = text.utteranceOf(section);
    return { startMs, endMs, className: section.className };
  });
  const durationMs = Number(audio.closest<HTMLElement>('article')?.dataset.duration);
  const waveform = showWaveform(canvas, { peaks, durationMs, colourAt: colourBySpeaker(spans) });
  canvas.dataset.drawn = '';
  const show = () => waveform.setPosition(audio.currentTime * 1000);
  audio.addEventListener('timeupdate', show);
  audio.addEventListener('seeked', show);
  show();
}
