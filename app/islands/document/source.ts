import type Quill from 'quill/core';
import Delta from 'quill-delta';
import { createQuote } from '@/app/domain/document/templates';
import type { TextTimings } from '@/app/domain/transcript/word-timing';
import { followPlayback } from '../transcript/current-word';
import { Player } from '../transcript/player';
import { clickedWord, closestSection, paragraphOf, TranscriptText } from '../transcript/text';
import type { Tools } from '../transcript/tools';
import { PLAYER, TRANSCRIPT_PAGE, UTTERANCE } from '../transcript/transcript.contract';
import { find, required, textsOf } from '../ui/find-part';
import { toOps } from './delta';
import { DOCUMENT_PAGE, DOCUMENT_TOOLS } from './document.contract';

/** The transcription beside the document: playback, seeking by words and time links, quoting. */
export async function showSource(
  panel: HTMLElement,
  quill: Quill,
  tools: Tools<'speaker'>,
  loadAll: () => void,
): Promise<void> {
  const { source: base, version, changes } = textsOf(panel, DOCUMENT_PAGE.source);
  const player = new Player(find(panel, TRANSCRIPT_PAGE.audio), tools.part(PLAYER.root));
  const list = find(panel, TRANSCRIPT_PAGE.text);
  const text = new TranscriptText(list);
  followPlayback(
    player.audio,
    text,
    find(panel, PLAYER.follow),
    required(list.parentElement, 'panel that scrolls'),
  );
  let cursor: { index: number } | null = null;
  quill.on('selection-change', (range) => {
    if (range) cursor = range;
  });

  const quote = tools.part(DOCUMENT_TOOLS.quote);
  const moveQuoteButton = ({ target }: Event) => {
    const section = closestSection(list, target as Node);
    if (section && quote.parentElement !== section) section.append(quote);
  };
  list.addEventListener('pointerover', moveQuoteButton);
  list.addEventListener('focusin', moveQuoteButton);
  quote.addEventListener('click', () => {
    const section = closestSection(list, quote);
    if (!section) return;
    loadAll();
    insertQuote(quill, cursor?.index ?? quill.getLength(), section, base);
  });
  list.addEventListener('click', (event) => {
    const time = linkTimeOf(event.target as Element, '?');
    if (time !== null) {
      event.preventDefault();
      playFrom(player, time);
      return;
    }
    const pressed = clickedWord(event, text);
    if (pressed) playFrom(player, pressed.word.startMs / 1000);
  });
  quill.root.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link) return;
    const time = linkTimeOf(link, `${base}?`);
    if (time !== null) playFrom(player, time);
    else if (event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener');
  });

  const answer = await fetch(`${base}/words`);
  const timings = (await answer.json()) as TextTimings;
  // If the transcription was changed meanwhile, the words have no timings until this page is reloaded.
  if (timings.version === Number(version) && timings.changes === Number(changes))
    text.load(timings, timings.version, tools.texts.speaker);
}

/** The time in seconds of a link to a position of the recording; null for other links. */
function linkTimeOf(element: Element, before: string): number | null {
  const href = element.closest('a')?.getAttribute('href') ?? '';
  if (!href.startsWith(`${before}t=`)) return null;
  return Number(new URLSearchParams(href.slice(before.length).split('#')[0]).get('t'));
}

function playFrom(player: Player, seconds: number): void {
  player.seek(seconds * 1000);
  player.play();
}

/** Inserts an utterance as a quote after the line of the cursor, or into that line if it is empty. */
function insertQuote(quill: Quill, index: number, section: HTMLElement, base: string): void {
  const quote = createQuote({
    publicId: required(base.split('/').at(-1), 'id of the transcription'),
    speaker: find(section, UTTERANCE.speaker).textContent,
    startMs: (linkTimeOf(find(section, UTTERANCE.time), '?') ?? 0) * 1000,
    text: paragraphOf(section).textContent,
  });
  const [line, offset] = quill.getLine(Math.min(index, quill.getLength() - 1));
  const lineStart = Math.min(index, quill.getLength() - 1) - offset;
  const lineLength = line?.length() ?? 1;
  const at = lineLength <= 1 ? lineStart : lineStart + lineLength;
  const ops = toOps([quote]);
  const end = at >= quill.getLength();
  const delta = new Delta([
    ...(end ? [{ retain: quill.getLength() - 1 }, { insert: '\n' }] : at > 0 ? [{ retain: at }] : []),
    ...(end ? ops.slice(0, -1) : ops),
  ]);
  quill.updateContents(delta, 'user');
  if (end) quill.formatLine(quill.getLength() - 1, 1, 'blockquote', true, 'user');
  quill.setSelection(at + delta.length() - at, 0, 'silent');
}
