import { find, required } from '../ui/find-part';
import type { TranscriptText } from './text';
import { PLAYER } from './transcript.contract';
import { colourBySpeaker, fetchPeaks, type SpeakerSpan, showWaveform } from './waveform';

/** On the article, after utterances got other speakers. */
export const SPEAKERS_CHANGED = 'speakerschanged';

/** Draws the recording's waveform in the speakers' colours below the slider, once the server has its peaks. */
export async function drawWaveform(
  bar: HTMLElement,
  audio: HTMLAudioElement,
  text: TranscriptText,
): Promise<void> {
  const peaks = audio.hasAttribute('src') ? await fetchPeaks() : null;
  if (!peaks) return;
  const canvas = find(bar, PLAYER.waveform);
  const article = required(audio.closest<HTMLElement>('article'), 'article of the recording');
  const durationMs = Number(article.dataset.duration);
  let coloursAt = colourBySpeaker(spansOf(text));
  const waveform = showWaveform(canvas, { peaks, durationMs, colourAt: (ms) => coloursAt(ms) });
  article.addEventListener(SPEAKERS_CHANGED, () => {
    coloursAt = colourBySpeaker(spansOf(text));
    waveform.redraw();
  });
  canvas.dataset.drawn = '';
  const show = () => waveform.setPosition(audio.currentTime * 1000);
  audio.addEventListener('timeupdate', show);
  audio.addEventListener('seeked', show);
  show();
}

const spansOf = (text: TranscriptText): SpeakerSpan[] =>
  text.sections.map((section) => {
    const { startMs, endMs } = text.utteranceOf(section);
    return { startMs, endMs, className: section.className };
  });
