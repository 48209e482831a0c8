import type { PlayerSettings } from '@/app/domain/transcript/player-settings';
import type { TextTimings } from '@/app/domain/transcript/word-timing';
import { serveDialogs } from '../draft/serve-dialogs';
import { find, partAt, required, textsOf } from '../ui/find-part';
import { hasOrphanedChanges } from './change-queue';
import { followPlayback } from './current-word';
import { DIALOGS } from './dialogs.contract';
import { offerEditing } from './edit-offer';
import type { Editor } from './editor';
import { openDialog } from './open-dialog';
import { Player } from './player';
import { listenToPlayerKeys } from './player-keys';
import { drawWaveform } from './position';
import { rememberPosition } from './remember-position';
import { showUnsaved } from './save-state';
import type { SearchTools } from './search-tools';
import { hasModifier, seekByLinks } from './seek-by-links';
import { createStatusLine, type Say } from './status-line';
import { clickedWord, closestSection, paragraphOf, TranscriptText } from './text';
import { Tools } from './tools';
import {
  EDIT_OFFER,
  EDITING_BAR,
  PEOPLE_PAGE,
  PLAYER,
  READING_BUTTONS,
  TOOL_BUTTONS,
  TOOLBAR,
  TRANSCRIPT_PAGE,
  TRANSCRIPT_TOOLS,
  UTTERANCE,
} from './transcript.contract';
import type { Waveform } from './waveform';

const WARNING_MS = 5_000;
const CONFIRMATION_MS = 1_500;

/** A player that highlights words and seeks by clicks on them, and an editor loaded when editing begins. */
export default async function attach(article: HTMLElement): Promise<void> {
  const page = await TranscriptIsland.open(article);
  await page.start();
}

class TranscriptIsland {
  readonly #article: HTMLElement;
  readonly #text: TranscriptText;
  readonly #tools: Tools<'speaker' | 'block' | 'more' | 'settings'>;
  readonly #player: Player;
  readonly #settings: PlayerSettings;
  readonly #say: Say;
  #timed: Promise<void> | null = null;
  #search: Promise<SearchTools> | null = null;
  #editor: Promise<Editor> | null = null;
  #waveform: Waveform | null = null;

  static async open(article: HTMLElement): Promise<TranscriptIsland> {
    seekByLinks(article, find(article, TRANSCRIPT_PAGE.audio));
    return new TranscriptIsland(article, await Tools.fetch('/transcriptions/tools', TRANSCRIPT_TOOLS.root));
  }

  private constructor(article: HTMLElement, tools: Tools<'speaker' | 'block' | 'more' | 'settings'>) {
    this.#article = article;
    this.#tools = tools;
    this.#text = new TranscriptText(find(article, TRANSCRIPT_PAGE.text));
    this.#settings = JSON.parse(tools.texts.settings) as PlayerSettings;
    this.#player = new Player(find(article, TRANSCRIPT_PAGE.audio), tools.part(PLAYER.root), this.#settings);
    const toolbar = tools.part(TOOLBAR.root);
    this.#player.place.append(toolbar);
    this.#player.addToggle(find(toolbar, PLAYER.toggle));
    this.#say = createStatusLine(find(toolbar, TOOLBAR.said));
  }

  get #isEditing(): boolean {
    return 'editing' in this.#article.dataset;
  }

  async start(): Promise<void> {
    const { list } = this.#text;
    rememberPosition(this.#player.audio);
    followPlayback(this.#player.audio, this.#text, find(this.#tools.part(PLAYER.root), PLAYER.follow));
    this.#article.addEventListener('click', (event) => this.#click(event));
    list.addEventListener('pointerover', ({ target }) => this.#moveMenu(target));
    list.addEventListener('focusin', ({ target }) => this.#moveMenu(target));
    this.#listenToKeys();
    this.#listenToVoices();
    serveDialogs(this.#article, {
      send: () => this.#editor?.then((editor) => editor.send()),
      refresh: async () => {
        this.#editor ??= this.#loadEditor();
        await (await this.#editor).refresh();
      },
    });
    this.#showUnsaved();
    this.#timed = loadWords(this.#article, this.#text, this.#tools.texts.speaker);
    await this.#timed;
    void this.#drawWaveform();
    const isOpen = this.#article.querySelector(EDITING_BAR.bar.selector) !== null;
    if (isOpen || (await hasOrphanedChanges(location.pathname))) await this.#edit();
  }

  async #drawWaveform(): Promise<void> {
    this.#waveform = await drawWaveform(this.#tools.part(PLAYER.root), this.#player.audio, this.#text);
  }

  #click(event: MouseEvent): void {
    const action = partAt(event, { ...READING_BUTTONS, link: TRANSCRIPT_PAGE.edit });
    if ((action === 'link' && !hasModifier(event)) || (action === 'edit' && !this.#isEditing)) {
      event.preventDefault();
      void this.#edit();
    }
    if (action === 'copy') void copyAt(event.target as Element, this.#text, this.#say);
    if (action === 'help') this.#help();
    if (action === 'find' || action === 'review') void this.#open(action);
    if (partAt(event, { repeat: PLAYER.repeat })) void this.#repeat();
    const section = closestSection(this.#text.list, event.target as Element);
    const tool = partAt(event, TOOL_BUTTONS);
    if (tool && !this.#isEditing) void this.#edit().then((editor) => editor?.use(tool, section));
    this.#pressWord(event);
  }

  /** Seeks to a word; while reading, offers to edit from there. */
  #pressWord(event: MouseEvent): void {
    if (this.#isEditing && !event.ctrlKey && !event.metaKey) return;
    const pressed = clickedWord(event, this.#text);
    if (!pressed) return;
    this.#player.seek(pressed.word.startMs);
    if (this.#isEditing) return;
    offerEditing(this.#tools.part(EDIT_OFFER.root), pressed.place, async () => {
      const editor = await this.#edit();
      editor?.focus(pressed.section, pressed.offset);
    });
  }

  /** After a failure the page stays as it is, and the next press retries. */
  async #edit(): Promise<Editor | null> {
    try {
      this.#editor ??= this.#loadEditor();
      const editor = await this.#editor;
      await editor.enter();
      return editor;
    } catch {
      this.#editor = null;
      return null;
    }
  }

  async #loadEditor(): Promise<Editor> {
    const [{ Editor }, search] = await Promise.all([import('./editor'), this.#searchTools(), this.#timed]);
    const [article, text, tools] = [this.#article, this.#text, this.#tools];
    const { confirmsSaving } = this.#settings;
    const onSpeakers = () => this.#waveform?.redraw();
    return new Editor({ article, text, tools, search, confirmsSaving, say: this.#say, onSpeakers });
  }

  async #searchTools(): Promise<SearchTools> {
    this.#search ??= Promise.all([import('./search-tools'), this.#timed]).then(
      ([{ SearchTools }]) => new SearchTools(this.#tools, this.#text, this.#player),
    );
    return this.#search;
  }

  async #open(tool: 'find' | 'review'): Promise<void> {
    if (this.#editor) (await this.#editor).commit();
    const search = await this.#searchTools();
    search.open(tool);
  }

  #help(): void {
    openDialog(this.#tools.part(DIALOGS.help));
  }

  /** On a slow line the times of the text may come later than the player. */
  async #repeat(): Promise<void> {
    await this.#timed;
    const section = this.#text.sectionAt(this.#player.positionMs);
    const isOn = this.#player.isRepeating;
    if (section) this.#player.repeat(isOn ? null : this.#text.utteranceOf(section));
  }

  #listenToKeys(): void {
    listenToPlayerKeys(this.#settings, {
      toggle: () => this.#player.toggle(),
      skip: (seconds) => this.#player.skip(seconds),
      repeat: () => void this.#repeat(),
      help: () => this.#help(),
    });
    document.addEventListener('keydown', (event) => {
      if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.altKey) return;
      if (event.code === 'KeyF') {
        event.preventDefault();
        void this.#open('find');
      }
      // Keys of tools that work only while editing.
      if (this.#isEditing || !/^(Digit[0-6]|KeyX)$/.test(event.code)) return;
      event.preventDefault();
      this.#say(
        textsOf(find(this.#tools.part(TOOLBAR.root), TOOLBAR.said), TOOLBAR.said).warning,
        WARNING_MS,
      );
    });
  }

  /** Links that play a voice are in the dialog of the people. */
  #listenToVoices(): void {
    document.addEventListener('click', (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>(PEOPLE_PAGE.listen.selector);
      const [from, to] = link?.hash.replace('#t=', '').split(',').map(Number) ?? [];
      if (from === undefined || to === undefined || hasModifier(event)) return;
      event.preventDefault();
      this.#player.playRange(from * 1000, to * 1000);
    });
  }

  #showUnsaved(): void {
    const count = Number(this.#article.dataset.unsaved);
    this.#article.toggleAttribute('data-changed', count > 0);
    showUnsaved(this.#tools.part(TOOLBAR.root), count);
  }

  /** All utterances share one menu, which is moved to the one under the pointer or with the focus. */
  #moveMenu(target: EventTarget | null): void {
    const section = closestSection(this.#text.list, target as Node);
    const menu = this.#tools.part(TRANSCRIPT_TOOLS.utteranceMenu);
    if (!section || menu.parentElement === section) return;
    paragraphOf(section).before(menu);
  }
}

/** Copies an utterance, or the whole text, and says whether it worked. */
async function copyAt(target: Element, text: TranscriptText, say: Say): Promise<void> {
  const button = required(target.closest<HTMLElement>(READING_BUTTONS.copy.selector), 'copy button');
  const { copied, failed } = textsOf(button, READING_BUTTONS.copy);
  const section = closestSection(text.list, button);
  const sections = section ? [section] : text.sections;
  try {
    await navigator.clipboard.writeText(sections.map(linesOf).join('\n\n'));
    say(copied, CONFIRMATION_MS, 'green');
  } catch {
    say(failed, CONFIRMATION_MS, 'red');
  }
}

function linesOf(section: HTMLElement): string {
  const speaker = find(section, UTTERANCE.speaker).textContent;
  const time = find(section, UTTERANCE.time).textContent;
  return `${speaker} ${time}\n${paragraphOf(section).textContent}`;
}

/** Loads the word timings; reloads the page if the text was changed since it was rendered. */
async function loadWords(article: HTMLElement, text: TranscriptText, speakerLabel: string): Promise<void> {
  const answer = await fetch(`${location.pathname}/words`);
  const timings = (await answer.json()) as TextTimings;
  const { version, changes } = article.dataset;
  if (timings.version !== Number(version) || timings.changes !== Number(changes)) location.reload();
  else {
    text.load(timings, timings.version, speakerLabel);
    article.dataset.lastChange = timings.lastChangeId ?? '';
  }
}
