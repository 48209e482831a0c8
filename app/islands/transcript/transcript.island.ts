import { wordIndexAt } from '@/app/domain/transcript/word-ranges';
import type { WordTimings } from '@/app/domain/transcript/word-timing';
import { hasOrphanedChanges } from './change-queue';
import { copyText } from './copying';
import { followPlayback } from './current-word';
import type { Editor } from './editor';
import { openDialog } from './open-dialog';
import { Player } from './player';
import { closestSection, offsetIn, paragraphOf, positionAtPoint, TranscriptText } from './text';
import { Tools } from './tools';

const WARNING_MS = 5_000;

/**
 * Transcript page: a player that highlights words and seeks by clicks on them, copy buttons, and an editor
 * that is loaded when editing begins.
 */
export default async function attach(article: HTMLElement): Promise<void> {
  const audio = article.querySelector('audio')!;
  const list = article.querySelector<HTMLElement>('[aria-labelledby="text-title"]')!;
  const text = new TranscriptText(list);
  seekByLinks(article, audio);

  const tools = await Tools.fetch();
  const bar = tools.part('player');
  const player = new Player(audio, bar);
  const toolbar = tools.part('toolbar');
  audio.parentElement!.append(toolbar);
  const say = createStatus(toolbar.querySelector<HTMLElement>('[data-said]')!);
  followPlayback(audio, text, bar.querySelector<HTMLElement>('[data-do="follow"]')!);

  const timed = loadWords(article, text, tools.speakerLabel);
  let editor: Promise<Editor> | null = null;
  const isEditing = () => 'editing' in article.dataset;

  /** Creates the editor once; afterwards the same one is opened and closed. */
  async function edit(): Promise<void> {
    editor ??= Promise.all([import('./editor'), timed]).then(
      ([{ Editor }]) => new Editor({ article, text, tools, player }),
    );
    await (await editor).enter();
  }
  // After a failure the page stays as it is, and the next press retries.
  const tryToEdit = () =>
    edit().catch(() => {
      editor = null;
    });

  article.addEventListener('click', (event) => {
    const target = event.target as Element;
    if (target.closest('[data-edit]') && !hasModifier(event)) {
      event.preventDefault();
      void tryToEdit();
    }
    const button = target.closest<HTMLElement>('button[data-do], button[data-tool]');
    if (button?.dataset.do === 'edit' && !isEditing()) {
      event.preventDefault();
      void tryToEdit();
    }
    if (button?.dataset.do === 'copy') {
      const { copied = '', failed = '' } = button.dataset;
      void copyText(text, closestSection(list, button), { copied, failed }, say);
    }
    if (button?.dataset.do === 'help') openDialog(tools.part<HTMLDialogElement>('help'));
    if (button?.dataset.tool && button.closest('[data-warns]') && !isEditing()) {
      say(toolbar.querySelector<HTMLElement>('[data-said]')!.dataset.warning!, WARNING_MS);
    }
    const isListening = !isEditing() || event.ctrlKey || event.metaKey;
    if (isListening && target.closest('p') && closestSection(list, target)) seekToWord(event, text, player);
  });
  list.addEventListener('pointerover', ({ target }) => moveMenu(tools, list, target));
  list.addEventListener('focusin', ({ target }) => moveMenu(tools, list, target));

  await timed;
  if (article.querySelector('[data-editing]') || (await hasOrphanedChanges(location.pathname)))
    await tryToEdit();
}

const hasModifier = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  ctrlKey || metaKey || shiftKey || altKey;

/**
 * Time links seek the player instead of loading the page again. A page opened by such a link plays at once.
 */
function seekByLinks(article: HTMLElement, audio: HTMLAudioElement): void {
  // Browsers may block autoplay; the reader then presses play at the right position.
  const play = () => audio.play().catch(() => undefined);
  if (new URLSearchParams(location.search).has('t')) play();
  article.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="?t="]');
    if (!link || hasModifier(event)) return;
    event.preventDefault();
    audio.currentTime = Number(new URLSearchParams(link.search).get('t'));
    play();
  });
}

function seekToWord(event: MouseEvent, text: TranscriptText, player: Player): void {
  const place = positionAtPoint(event.clientX, event.clientY);
  const section = closestSection(text.list, place?.[0] ?? null);
  const isSelecting = !getSelection()?.isCollapsed;
  if (!place || !section || !text.isTimed || isSelecting) return;
  const paragraph = paragraphOf(section);
  const word =
    text.utteranceOf(section).words[wordIndexAt(paragraph.textContent!, offsetIn(paragraph, ...place))];
  if (word) player.seek(word.startMs);
}

interface TextState {
  version: number;
  changeCount: number;
  lastChangeId: string | null;
}

/** Loads the word timings; reloads the page if the text was changed since it was rendered. */
async function loadWords(article: HTMLElement, text: TranscriptText, speakerLabel: string): Promise<void> {
  const answer = await fetch(`${location.pathname}/words`);
  const timings = (await answer.json()) as WordTimings & TextState;
  const { version, changes } = article.dataset;
  if (timings.version !== Number(version) || timings.changeCount !== Number(changes)) location.reload();
  else {
    text.load(timings, timings.version, speakerLabel);
    article.dataset.lastChange = timings.lastChangeId ?? '';
  }
}

/** All utterances share one menu, which is moved to the one under the pointer or with the focus. */
function moveMenu(tools: Tools, list: HTMLElement, target: EventTarget | null): void {
  const section = closestSection(list, target as Node);
  const menu = tools.part('block-menu');
  if (!section || menu.parentElement === section) return;
  paragraphOf(section).before(menu);
}

/** Creates a function that shows a status message for a given time. */
function createStatus(place: HTMLElement): (sentence: string, forMs: number) => void {
  let timer: number | undefined;
  return (sentence, forMs) => {
    clearTimeout(timer);
    place.textContent = sentence;
    timer = window.setTimeout(() => {
      place.textContent = '';
    }, forMs);
  };
}
