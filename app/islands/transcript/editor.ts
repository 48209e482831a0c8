import { formatDateTime } from '@/app/domain/format/format-date-time';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import type { StyledWord } from '@/app/domain/transcript/compare-words';
import type { EditableUtterance } from '@/app/domain/transcript/transcript-change';
import { DRAFT_PAGE } from '../draft/draft.contract';
import { find, findAll, partAt, textsOf } from '../ui/find-part';
import { timeZoneOfPage } from '../ui/time-zone';
import { keepCaretInSight } from './caret';
import { askConflict, askToDiscard } from './dialogs';
import { CONFIRMATION, CONFLICT_DIALOG, DIALOGS, SAVE_DIALOG, SPEAKER_DIALOG } from './dialogs.contract';
import { Draft } from './draft';
import { InlineEditing } from './inline-editing';
import { isMarking, MARKINGS, markSelection } from './marking';
import { openDialog } from './open-dialog';
import { showPeople } from './people-line';
import { markedRun, Renderer } from './render';
import { showSaveState } from './save-state';
import type { SearchTools } from './search-tools';
import { selectedPieces } from './selection';
import { SelectionEditing } from './selection-editing';
import { openSpeakerDialog } from './speaker-dialog';
import type { Say } from './status-line';
import { closestSection, paragraphOf, type TranscriptText } from './text';
import { editTitle, type TitleEditing } from './title';
import type { Tools } from './tools';
import {
  READING_BUTTONS,
  TITLE_EDITING,
  TOOL_BUTTONS,
  TOOLBAR,
  type ToolName,
  TRANSCRIPT_PAGE,
} from './transcript.contract';

interface EditorContext {
  article: HTMLElement;
  text: TranscriptText;
  tools: Tools<'speaker' | 'block' | 'more'>;
  search: SearchTools;
  /** Whether saving asks for a confirmation. */
  confirmsSaving: boolean;
  say: Say;
  /** Utterances may have other speakers or times than before. */
  onSpeakers(): void;
}

const MESSAGE_MS = 5_000;

/** Editing mode of the transcript page. It can be entered and left any number of times. */
export class Editor {
  readonly #article: HTMLElement;
  readonly #text: TranscriptText;
  readonly #tools: Tools<'speaker' | 'block' | 'more'>;
  readonly #search: SearchTools;
  readonly #say: EditorContext['say'];
  readonly #toolbar: HTMLElement;
  readonly #renderer: Renderer;
  readonly #draft: Draft;
  #confirmsSaving: boolean;
  #typing: InlineEditing | null = null;
  #selecting: SelectionEditing | null = null;
  #title: TitleEditing | null = null;

  constructor({ article, text, tools, search, confirmsSaving, say, onSpeakers }: EditorContext) {
    this.#article = article;
    this.#text = text;
    this.#tools = tools;
    this.#search = search;
    this.#confirmsSaving = confirmsSaving;
    this.#say = say;
    this.#toolbar = tools.part(TOOLBAR.root);
    this.#renderer = new Renderer(text, tools.texts.speaker);
    // Before the outbox adds its listeners: it has to hold the typed text when it sends for the last time.
    addEventListener('pagehide', () => this.commit());
    document.addEventListener('visibilitychange', () => document.hidden && this.commit());
    const { version, lastChange, unsaved } = article.dataset;
    const seen = { version: Number(version), lastChangeId: lastChange || null, changeCount: Number(unsaved) };
    this.#draft = new Draft(seen, text, this.#renderer, {
      onState: (state) => showSaveState(this.#toolbar, state),
      untilTyped: async () => this.#typing?.untilTyped(),
      beforeReplace: () => this.#typing?.commit(false),
      afterReplace: () => this.#typing?.resume(),
      openSection: () => this.#typing?.section ?? null,
      onUndoneInPart: () =>
        this.#say(textsOf(find(this.#toolbar, TOOLBAR.said), TOOLBAR.said).undoneInPart, MESSAGE_MS),
      onServerText: ({ savedAt }) => this.#showSaved(savedAt),
      onConflict: ({ mine, theirs }) =>
        askConflict(tools.part(CONFLICT_DIALOG.root), {
          mine: this.#wordsOf(mine),
          theirs: this.#wordsOf(theirs),
          formattingOf: ({ highlight, struck }) => [highlight, struck],
          toNode: markedRun,
        }),
      onChange: () => article.setAttribute('data-changed', ''),
      onSpeakers: () => {
        this.#showPeople();
        onSpeakers();
      },
    });
    this.#toolbar.addEventListener('mousedown', (event) => {
      // Pressing a tool does not move the cursor or the selection.
      if ((event.target as Element).closest('button')) event.preventDefault();
    });
    article.addEventListener('click', (event) => this.#click(event));
    document.addEventListener('keydown', (event) => this.#onKey(event));
    keepCaretInSight(article, find(this.#toolbar, TOOLBAR.dock));
  }

  get isOpen(): boolean {
    return this.#typing !== null;
  }

  async enter(): Promise<void> {
    if (this.isOpen) return;
    for (const plain of findAll(this.#article, DRAFT_PAGE.plain)) plain.remove();
    this.#article.dataset.editing = '';
    this.#showMode('?edit=1');
    this.#typing = new InlineEditing({
      text: this.#text,
      draft: this.#draft,
      renderer: this.#renderer,
      utteranceLabel: this.#tools.texts.block,
      onTyped: (section) => this.#search.reviewing.refresh(section),
    });
    this.#selecting = new SelectionEditing({ text: this.#text, draft: this.#draft, typing: this.#typing });
    this.#search.onWord = ({ section, place }) => this.#typing?.focus(section, place.start);
    this.#search.finding.draft = this.#draft;
    const heading = find(this.#article, TRANSCRIPT_PAGE.title);
    this.#title = editTitle(heading, this.#tools.part(TITLE_EDITING.root), (problem) =>
      this.#say(problem, MESSAGE_MS),
    );
    await this.#draft.adoptOrphanedChanges();
  }

  /** Leaves editing mode; changes stay as a draft. A title that cannot be saved keeps it open. */
  async leave(): Promise<void> {
    if ((await this.#title?.commit()) === false || !this.isOpen) return;
    this.#selecting?.stop();
    this.#selecting = null;
    this.#typing?.stop();
    this.#typing = null;
    this.#search.onWord = null;
    this.#search.finding.draft = null;
    this.#title?.close();
    this.#title = null;
    delete this.#article.dataset.editing;
    this.#showMode(location.pathname);
    this.#editButton.focus();
  }

  /** Shows what was changed on the server, as by the form of the people; own changes stay. */
  async refresh(): Promise<void> {
    this.#typing?.commit();
    const { outbox } = this.#draft;
    if (!(await outbox.mergeWithServer())) throw new Error('the present text did not come');
    if (outbox.unsavedCount === 0) showSaveState(this.#toolbar, '');
  }

  /** Sends all that was typed. Resolves when the server has it, or cannot be reached for now. */
  async send(): Promise<void> {
    this.#typing?.commit();
    await Promise.all([this.#draft.outbox.flush(), this.#title?.commit()]);
  }

  /** Typed text becomes a change, and a typed title is saved. */
  commit(): void {
    this.#typing?.commit();
    void this.#title?.commit();
  }

  /** @param offset in the utterance's text, in characters */
  focus(section: HTMLElement, offset: number): void {
    this.#typing?.focus(section, offset);
  }

  /** @param section the utterance of the tool, if it has one */
  use(tool: ToolName, section: HTMLElement | null): void {
    if (tool === 'save') this.#askToSave();
    if (tool === 'cancel') void this.#cancel();
    if (!this.#typing) return;
    this.#typing.commit();
    if (isMarking(tool)) markSelection(tool, selectedPieces(this.#text.list), this.#text, this.#draft);
    this.#typing.resume();
    if (tool === 'inaudible') this.#markInaudible();
    if (tool === 'undo') this.#goTo(this.#draft.undo());
    if (tool === 'redo') this.#goTo(this.#draft.redo());
    if (tool === 'speaker' && section) this.#openSpeakerDialog(section);
  }

  #markInaudible(): void {
    const { text } = textsOf(find(this.#toolbar, TOOL_BUTTONS.inaudible), TOOL_BUTTONS.inaudible);
    if (this.#typing?.insert(text)) return;
    this.#say(textsOf(find(this.#toolbar, TOOLBAR.said), TOOLBAR.said).noCaret, MESSAGE_MS);
  }

  get #editButton(): HTMLElement {
    return find(this.#toolbar, TOOLBAR.edit);
  }

  #showMode(address: string): void {
    this.#editButton.setAttribute('aria-pressed', String(this.isOpen || 'editing' in this.#article.dataset));
    history.replaceState(null, '', address);
  }

  #wordsOf(blocks: readonly EditableUtterance[]): StyledWord[] {
    return blocks.flatMap(({ speaker, words }, at) => [
      { text: `${at === 0 ? '' : '\n'}${this.#renderer.nameOf(speaker)}: ` },
      ...words.map((word, index) => ({ ...word, text: word.text + (words[index + 1] ? ' ' : '') })),
    ]);
  }

  #showSaved(savedAt: string): void {
    const time = find(this.#article, TRANSCRIPT_PAGE.savedAt);
    time.dateTime = savedAt;
    time.textContent = formatDateTime(
      savedAt,
      toInterfaceLanguage(document.documentElement.lang),
      timeZoneOfPage(),
    );
    this.#article.toggleAttribute('data-changed', this.#draft.outbox.unsavedCount > 0);
  }

  #click(event: MouseEvent): void {
    if (partAt(event, READING_BUTTONS) === 'edit' && this.isOpen && !event.defaultPrevented) {
      event.preventDefault();
      void this.leave();
    }
    const tool = partAt(event, TOOL_BUTTONS);
    if (tool && this.isOpen) this.use(tool, closestSection(this.#text.list, event.target as Element));
  }

  #showPeople(): void {
    const list = find(this.#article, TRANSCRIPT_PAGE.people);
    showPeople(list, this.#text.utterances, this.#renderer, this.#tools.texts.more);
  }

  #openSpeakerDialog(section: HTMLElement): void {
    const context = { text: this.#text, draft: this.#draft, renderer: this.#renderer };
    openSpeakerDialog(this.#tools.part(SPEAKER_DIALOG.root), section, context);
  }

  #goTo(section: HTMLElement | null): void {
    if (section) this.#typing?.focus(section, paragraphOf(section).textContent.length);
  }

  #onKey(event: KeyboardEvent): void {
    if (!this.isOpen || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const tool = event.shiftKey ? shiftedTool(event) : TOOL_KEYS[event.key.toLowerCase()];
    const isField = (event.target as Element).matches('input');
    if (!tool || (isField && (tool === 'undo' || tool === 'redo'))) return;
    event.preventDefault();
    this.use(tool, null);
  }

  #askToSave(): void {
    this.#typing?.commit();
    if (!this.#confirmsSaving) {
      void this.#save({ quiet: false });
      return;
    }
    const caret = this.#typing?.caret;
    const dialog = this.#tools.part(DIALOGS.save);
    const form = find(dialog, CONFIRMATION.form);
    form.onsubmit = (event) => {
      event.preventDefault();
      dialog.close();
      const quiet = find(form, SAVE_DIALOG.quiet).checked;
      this.#confirmsSaving = !quiet;
      void this.#save({ quiet });
    };
    dialog.onclose = () => caret && this.focus(caret.section, caret.offset);
    openDialog(dialog);
  }

  /** The page and its mode stay as they are. */
  async #save(choice: { quiet: boolean }): Promise<void> {
    const { saved, notSaved } = textsOf(find(this.#toolbar, TOOLBAR.said), TOOLBAR.said);
    const isTitleSaved = (await this.#title?.commit()) ?? true;
    const isSaved = await this.#draft.save(choice).catch(() => false);
    if (isSaved) showSaveState(this.#toolbar, '');
    // Its problem was said.
    if (isSaved && !isTitleSaved) return;
    this.#say(isSaved ? saved : notSaved, MESSAGE_MS, isSaved ? 'green' : 'red');
  }

  /** A title was saved when it lost the focus; only the text is discarded. */
  async #cancel(): Promise<void> {
    this.#typing?.commit();
    if ((await this.#title?.commit()) === false) return;
    if (!('changed' in this.#article.dataset)) {
      location.assign('/transcriptions');
      return;
    }
    const saved = find(this.#article, TRANSCRIPT_PAGE.savedAt);
    askToDiscard(this.#tools.part(DIALOGS.discard), this.#draft.outbox, saved);
  }
}

/** Tools by the key that is pressed with Ctrl, without and with Shift. */
const TOOL_KEYS: Record<string, ToolName> = { s: 'save', z: 'undo', y: 'redo' };
const SHIFTED_TOOL_KEYS: Record<string, ToolName> = { x: 'struck', z: 'redo' };

/** Digits mark by their place on the keyboard: Shift changes the character. */
function shiftedTool({ code, key }: KeyboardEvent): ToolName | undefined {
  const digit = /^Digit([0-6])$/.exec(code)?.[1];
  if (!digit) return SHIFTED_TOOL_KEYS[key.toLowerCase()];
  return digit === '0' ? 'none' : MARKINGS[Number(digit) - 1];
}
