import type { StyledWord } from '@/app/domain/transcript/compare-words';
import type { EditableUtterance } from '@/app/domain/transcript/transcript-change';
import { DRAFT_PAGE } from '../draft/draft.contract';
import { find, findAll, partAt } from '../ui/find-part';
import { askConflict, askToDiscard, askToPost } from './dialogs';
import { CONFIRMATION, CONFLICT_DIALOG, DIALOGS, SPEAKER_DIALOG } from './dialogs.contract';
import { Draft } from './draft';
import { FindAndReplace } from './find-and-replace';
import { InlineEditing } from './inline-editing';
import { LowConfidenceReview } from './low-confidence-review';
import { isMarking, MARKINGS, markSelection } from './marking';
import type { OutboxState } from './outbox';
import type { Player } from './player';
import { markedRun, Renderer } from './render';
import { selectedPieces, selectPieces } from './selection';
import { openSpeakerDialog } from './speaker-dialog';
import { closestSection, paragraphOf, type TranscriptText } from './text';
import { editTitle } from './title';
import type { Tools } from './tools';
import {
  FIND_PANEL,
  READING_BUTTONS,
  REVIEW_PANEL,
  TITLE_FORM,
  TOOL_BUTTONS,
  TOOLBAR,
  type ToolName,
  TRANSCRIPT_PAGE,
} from './transcript.contract';

interface EditorContext {
  article: HTMLElement;
  text: TranscriptText;
  tools: Tools<'speaker' | 'block'>;
  player: Player;
}

/** Editing mode of the transcript page. It can be entered and left any number of times. */
export class Editor {
  readonly #article: HTMLElement;
  readonly #text: TranscriptText;
  readonly #tools: Tools<'speaker' | 'block'>;
  readonly #player: Player;
  readonly #toolbar: HTMLElement;
  readonly #renderer: Renderer;
  readonly #draft: Draft;
  readonly #finding: FindAndReplace;
  readonly #reviewing: LowConfidenceReview;
  #typing: InlineEditing | null = null;
  #closeTitle: (() => void) | null = null;

  constructor({ article, text, tools, player }: EditorContext) {
    this.#article = article;
    this.#text = text;
    this.#tools = tools;
    this.#player = player;
    this.#toolbar = tools.part(TOOLBAR.root);
    this.#renderer = new Renderer(text, tools.texts.speaker);
    // Before the outbox adds its listeners: it has to hold the typed text when it sends for the last time.
    addEventListener('pagehide', () => this.#typing?.commit());
    document.addEventListener('visibilitychange', () => document.hidden && this.#typing?.commit());
    const { version, lastChange } = article.dataset;
    const seen = { version: Number(version), lastChangeId: lastChange || null };
    this.#draft = new Draft(seen, text, this.#renderer, {
      onState: (state) => this.#showState(state),
      beforeReplace: () => this.#typing?.finish(),
      afterReplace: () => this.#typing?.resume(),
      onConflict: ({ mine, theirs }) =>
        askConflict(tools.part(CONFLICT_DIALOG.root), {
          mine: this.#wordsOf(mine),
          theirs: this.#wordsOf(theirs),
          formattingOf: ({ highlight, struck }) => [highlight, struck],
          toNode: markedRun,
        }),
      onChange: () => article.setAttribute('data-changed', ''),
    });
    this.#finding = new FindAndReplace(tools.part(FIND_PANEL.root), text, this.#draft);
    const reviewPanel = tools.part(REVIEW_PANEL.root);
    this.#reviewing = new LowConfidenceReview(reviewPanel, text, player, ({ section, place }) => {
      section.scrollIntoView({ block: 'center' });
      this.#typing?.focus(section, place.start);
      selectPieces([{ section, from: place.start, to: place.end }]);
    });
    if (Number(article.dataset.changes) > 0) article.setAttribute('data-changed', '');
    this.#toolbar.addEventListener('mousedown', (event) => {
      // Pressing a tool does not move the cursor or the selection.
      if ((event.target as Element).closest('button')) event.preventDefault();
    });
    article.addEventListener('click', (event) => this.#click(event));
    document.addEventListener('keydown', (event) => this.#onKey(event));
    const viewport = visualViewport;
    viewport?.addEventListener('resize', () => keepAboveKeyboard(viewport));
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
      onTyped: (section) => this.#reviewing.refresh(section),
    });
    const heading = find(this.#article, TRANSCRIPT_PAGE.title);
    this.#closeTitle = editTitle(heading, this.#tools.part(TITLE_FORM.root));
    await this.#draft.adoptOrphanedChanges();
  }

  /** Leaves editing mode; changes stay as a draft. */
  leave(): void {
    this.#finding.close();
    this.#reviewing.close();
    this.#typing?.stop();
    this.#typing = null;
    this.#closeTitle?.();
    delete this.#article.dataset.editing;
    this.#showMode(location.pathname);
    this.#editButton.focus();
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

  #showState(state: OutboxState): void {
    find(this.#toolbar, TOOLBAR.state).dataset.state = state;
  }

  #click(event: MouseEvent): void {
    if (partAt(event, READING_BUTTONS) === 'edit' && this.isOpen && !event.defaultPrevented) {
      event.preventDefault();
      this.leave();
    }
    const tool = partAt(event, TOOL_BUTTONS);
    if (tool) this.#use(tool, closestSection(this.#text.list, event.target as Element));
  }

  #use(tool: ToolName, section: HTMLElement | null): void {
    if (tool === 'save') this.#askToSave();
    if (tool === 'cancel') this.#cancel();
    if (!this.#typing) return;
    this.#typing.commit();
    if (isMarking(tool)) markSelection(tool, selectedPieces(this.#text.list), this.#text, this.#draft);
    this.#typing.resume();
    if (tool === 'undo') this.#goTo(this.#draft.undo());
    if (tool === 'redo') this.#goTo(this.#draft.redo());
    if (tool === 'find') this.#finding.open(this.#player.place);
    if (tool === 'review') this.#reviewing.open(this.#player.place);
    if (tool === 'speaker' && section) this.#openSpeakerDialog(section);
  }

  #openSpeakerDialog(section: HTMLElement): void {
    const context = { text: this.#text, draft: this.#draft, renderer: this.#renderer };
    openSpeakerDialog(this.#tools.part(SPEAKER_DIALOG.root), section, context);
  }

  #goTo(section: HTMLElement | null): void {
    if (section) this.#typing?.focus(section, paragraphOf(section).textContent.length);
  }

  #onKey(event: KeyboardEvent): void {
    if (!this.isOpen || document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape') {
      if (this.#finding.isOpen) this.#finding.close();
      else if (this.#reviewing.isOpen) this.#reviewing.close();
      else this.leave();
      return;
    }
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const isField = (event.target as Element).matches('input');
    const action = this.#shortcut(event, isField);
    if (!action) return;
    event.preventDefault();
    action();
  }

  #shortcut(event: KeyboardEvent, isField: boolean): (() => void) | undefined {
    const { code, key, shiftKey } = event;
    if (shiftKey && code === 'Comma') return () => this.#player.skip(-1);
    if (shiftKey && code === 'Period') return () => this.#player.skip(1);
    if (!shiftKey && key === 'Enter') return () => this.#player.toggle();
    const tool = shiftKey ? shiftedTool(event) : TOOL_KEYS[key.toLowerCase()];
    const isForField = isField && (tool === 'undo' || tool === 'redo');
    return tool && !isForField ? () => this.#use(tool, null) : undefined;
  }

  /** Flushes the outbox first, so that the saved version contains every change. */
  #askToSave(): void {
    this.#typing?.commit();
    const dialog = this.#tools.part(DIALOGS.save);
    const { outbox } = this.#draft;
    const form = askToPost(dialog, outbox.revision.version);
    form.onsubmit = async (event) => {
      event.preventDefault();
      await outbox.flush();
      if (outbox.waiting.length > 0) return dialog.close();
      find(form, CONFIRMATION.version).value = String(outbox.revision.version);
      form.submit();
    };
  }

  #cancel(): void {
    this.#typing?.commit();
    if (!('changed' in this.#article.dataset)) {
      location.assign('/transcriptions');
      return;
    }
    askToDiscard(this.#tools.part(DIALOGS.discard), this.#draft.outbox);
  }
}

/** Tools by the key that is pressed with Ctrl, without and with Shift. */
const TOOL_KEYS: Record<string, ToolName> = { s: 'save', z: 'undo', y: 'redo' };
const SHIFTED_TOOL_KEYS: Record<string, ToolName> = { f: 'find', x: 'struck', z: 'redo' };

/** Digits mark by their place on the keyboard: Shift changes the character. */
function shiftedTool({ code, key }: KeyboardEvent): ToolName | undefined {
  const digit = /^Digit([0-6])$/.exec(code)?.[1];
  if (!digit) return SHIFTED_TOOL_KEYS[key.toLowerCase()];
  return digit === '0' ? 'none' : MARKINGS[Number(digit) - 1];
}

/** Height that the on-screen keyboard covers, for the toolbar at the lower edge. */
function keepAboveKeyboard({ height, offsetTop }: VisualViewport): void {
  const covered = Math.max(0, innerHeight - height - offsetTop);
  document.documentElement.style.setProperty('--keyboard', `${covered}px`);
}
