import type { WordTimings } from '@/app/domain/transcript/word-timing';
import { find, partAt, required, textsOf } from '../ui/find-part';
import { hasOrphanedChanges } from './change-queue';
import { followPlayback } from './current-word';
import { DIALOGS } from './dialogs.contract';
import type { Editor } from './editor';
import { openDialog } from './open-dialog';
import { Player } from './player';
import { hasModifier, seekByLinks } from './seek-by-links';
import { clickedWord, closestSection, paragraphOf, TranscriptText } from './text';
import { Tools } from './tools';
import {
  EDITING_BAR,
  PLAYER,
  READING_BUTTONS,
  TOOL_BUTTONS,
  TOOLBAR,
  TRANSCRIPT_PAGE,
  TRANSCRIPT_TOOLS,
  UTTERANCE,
} from './transcript.contract';

const WARNING_MS = 5_000;
const CONFIRMATION_MS = 1_500;

/** A player that highlights words and seeks by clicks on them, and an editor loaded when editing begins. */
export default async function attach(article: HTMLElement): Promise<void> {
  const audio = find(article, TRANSCRIPT_PAGE.audio);
  const list = find(article, TRANSCRIPT_PAGE.text);
  const text = new TranscriptText(list);
  seekByLinks(article, audio);

  const tools = await Tools.fetch('/transcriptions/tools', TRANSCRIPT_TOOLS.root);
  const bar = tools.part(PLAYER.root);
  const player = new Player(audio, bar);
  const toolbar = tools.part(TOOLBAR.root);
  player.place.append(toolbar);
  const said = find(toolbar, TOOLBAR.said);
  const say = createStatus(said);
  followPlayback(audio, text, find(bar, PLAYER.follow));

  const timed = loadWords(article, text, tools.texts.speaker);
  let editor: Promise<Editor> | null = null;
  const isEditing = () => 'editing' in article.dataset;

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
    const action = partAt(event, { ...READING_BUTTONS, link: TRANSCRIPT_PAGE.edit });
    if ((action === 'link' && !hasModifier(event)) || (action === 'edit' && !isEditing())) {
      event.preventDefault();
      void tryToEdit();
    }
    if (action === 'copy') void copyAt(event.target as Element, text, say);
    if (action === 'help') openDialog(tools.part(DIALOGS.help));
    if (!isEditing() && partAt(event, TOOL_BUTTONS) && partAt(event, { warns: TOOLBAR.warns })) {
      say(textsOf(said, TOOLBAR.said).warning, WARNING_MS);
    }
  });
  article.addEventListener('click', (event) => {
    const isListening = !isEditing() || event.ctrlKey || event.metaKey;
    const word = isListening && clickedWord(event, text);
    if (word) player.seek(word.startMs);
  });
  list.addEventListener('pointerover', ({ target }) => moveMenu(tools, list, target));
  list.addEventListener('focusin', ({ target }) => moveMenu(tools, list, target));

  await timed;
  if (article.querySelector(EDITING_BAR.bar.selector) || (await hasOrphanedChanges(location.pathname)))
    await tryToEdit();
}

/** Copies an utterance, or the whole text, and says whether it worked. */
async function copyAt(
  target: Element,
  text: TranscriptText,
  say: (sentence: string, forMs: number) => void,
): Promise<void> {
  const button = required(target.closest<HTMLElement>(READING_BUTTONS.copy.selector), 'copy button');
  const { copied, failed } = textsOf(button, READING_BUTTONS.copy);
  const section = closestSection(text.list, button);
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
  const menu = tools.part(TRANSCRIPT_TOOLS.utteranceMenu);
  if (!section || menu.parentElement === section) return;
  paragraphOf(section).before(menu);
}

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
