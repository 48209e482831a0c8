import { find } from '../ui/find-part';
import { paragraphOf, type TranscriptText } from './text';
import { UTTERANCE } from './transcript.contract';

const CONFIRMATION_MS = 1_500;

export async function copyText(
  text: TranscriptText,
  section: HTMLElement | null,
  { copied, failed }: { copied: string; failed: string },
  say: (sentence: string, forMs: number) => void,
): Promise<void> {
  const sections = section ? [section] : text.sections;
  try {
    await navigator.clipboard.writeText(sections.map(linesOf).join('\n\n'));
    say(copied, CONFIRMATION_MS);
  } catch {
    say(failed, CONFIRMATION_MS);
  }
}

function linesOf(section: HTMLElement): string {
  const speaker = find(section, UTTERANCE.speaker).textContent;
  const time = find(section, UTTERANCE.time).textContent;
  return `${speaker} ${time}\n${paragraphOf(section).textContent}`;
}
