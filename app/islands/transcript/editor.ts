import type { StyledWord } from '@/app/domain/transcript/compare-words';
import type { EditableUtterance } from '@/app/domain/transcript/transcript-change';
import { askConflict, askToDiscard, askToPost } from './dialogs';
import { Draft } from './draft';
import { FindAndReplace } from './find-and-replace';
import { InlineEditing } from './inline-editing';
import { LowConfidenceReview } from './low-confidence-review';
import { MARKINGS, type Marking, markSelection } from './marking';
import type { OutboxState } from './outbox';
import type { Player } from './player';
import { markedRun, Renderer } from './render';
import { selectedPieces, selectPieces } from './selection';
import { openSpeakerDialog } from './speaker-dialog';
import { closestSection, paragraphOf, type TranscriptText } from './text';
import { editTitle } from './title';
import type { Tools } from './tools';

export interface EditorContext {
  article: HTMLElement;
  text: TranscriptText;
  tools: Tools;
  player: Player;
}

/** Editing mode of the transcript page. It can be entered and left any number of times. */
export class Editor {
  readonly #article: HTMLElement;
  readonly #text: TranscriptText;
  readonly #tools: Tools;
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
    this.#toolbar = tools.part('toolbar');
    this.#renderer = new Renderer(text, tools.speakerLabel);
    // Before the outbox adds its listeners: typed text has to be in the outbox when it sends for the last
    // time.
    addEventListener('pagehide', () => this.#typing?.commit());
    document.addEventListener('visibilitychange', () => document.hidden && this.#typing?.commit());
    const seen = {
      version: Number(article.dataset.version),
      lastChangeId: article.dataset.lastChange || null,
    };
    this.#draft = new Draft(seen, text, this.#renderer, {
      onState: (state) => this.#showState(state),
      beforeReplace: () => this.#typing?.finish(),
      afterReplace: () => this.#typing?.resume(),
      onConflict: ({ mine, theirs }) =>
        askConflict(tools.part('conflict'), {
          ...{ mine: this.#wordsOf(mine), theirs: this.#wordsOf(theirs) },
          formattingOf: ({ highlight, struck }) => [highlight, struck],
          toNode: markedRun,
        }),
      onChange: () => article.setAttribute('data-changed', ''),
    });
    this.#finding = new FindAndReplace(tools.part('find'), text, this.#draft);
    this.#reviewing = new LowConfidenceReview(tools.part('review'), text, player, ({ section, place }) => {
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
    visualViewport?.addEventListener('resize', keepAboveKeyboard);
  }

  get isOpen(): boolean {
    return this.#typing !== null;
  }

  async enter(): Promise<void> {
    if (this.isOpen) return;
    for (const plain of this.#article.querySelectorAll('[data-plain]')) plain.remove();
    this.#article.dataset.editing = '';
    this.#showMode('?edit=1');
    this.#typing = new InlineEditing({
      ...{ text: this.#text, draft: this.#draft, renderer: this.#renderer },
      utteranceLabel: this.#tools.utteranceLabel,
      onTyped: (section) => this.#reviewing.refresh(section),
    });
    this.#closeTitle = editTitle(this.#article.querySelector('h1')!, this.#tools.part('title'));
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
    return this.#toolbar.querySelector<HTMLElement>('[data-do="edit"]')!;
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
    this.#toolbar.querySelector<HTMLElement>('[data-state]')!.dataset.state = state;
  }

  #click(event: MouseEvent): void {
    const button = (event.target as Element).closest<HTMLElement>('button');
    if (button?.dataset.do === 'edit' && this.isOpen && !event.defaultPrevented) {
      event.preventDefault();
      this.leave();
    }
    const tool = button?.dataset.tool;
    if (tool) this.#use(tool, closestSection(this.#text.list, button));
  }

  #use(tool: string, section: HTMLElement | null): void {
    if (tool === 'save') this.#askToSave();
    if (tool === 'cancel') this.#cancel();
    if (!this.isOpen) return;
    this.#typing!.commit();
    if (MARKINGS.includes(tool)) {
      markSelection(tool as Marking, selectedPieces(this.#text.list), this.#text, this.#draft);
    }
    this.#typing!.resume();
    if (tool === 'undo') this.#goTo(this.#draft.undo());
    if (tool === 'redo') this.#goTo(this.#draft.redo());
    if (tool === 'find') this.#finding.open(this.#player.audio.parentElement!);
    if (tool === 'review') this.#reviewing.open(this.#player.audio.parentElement!);
    if (tool === 'speaker' && section) {
      openSpeakerDialog(this.#tools.part('speaker'), section, {
        ...{ text: this.#text, draft: this.#draft, renderer: this.#renderer },
      });
    }
  }

  /** Moves the cursor to where a change was undone or redone. */
  #goTo(section: HTMLElement | null): void {
    if (section) this.#typing?.focus(section, paragraphOf(section).textContent!.length);
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

  #shortcut({ code, key, shiftKey }: KeyboardEvent, isField: boolean): (() => void) | undefined {
    const tool = (name: string) => () => this.#use(name, null);
    const letter = key.toLowerCase();
    if (shiftKey) {
      const digit = /^Digit([0-6])$/.exec(code)?.[1];
      if (digit) return tool(digit === '0' ? 'none' : MARKINGS[Number(digit) - 1]!);
      if (code === 'Comma') return () => this.#player.skip(-1);
      if (code === 'Period') return () => this.#player.skip(1);
      const shifted: Record<string, string> = { f: 'find', x: 'struck' };
      if (letter === 'z' && !isField) return tool('redo');
      const name = shifted[letter];
      return name ? tool(name) : undefined;
    }
    if (key === 'Enter') return () => this.#player.toggle();
    if (letter === 's') return tool('save');
    if (letter === 'z' && !isField) return tool('undo');
    if (letter === 'y' && !isField) return tool('redo');
    return undefined;
  }

  /** Flushes the outbox first, so that the saved version contains every change. */
  #askToSave(): void {
    this.#typing?.commit();
    const dialog = this.#tools.part<HTMLDialogElement>('save');
    const { outbox } = this.#draft;
    const form = askToPost(dialog, outbox.revision.version);
    form.onsubmit = async (event) => {
      event.preventDefault();
      await outbox.flush();
      if (outbox.waiting.length > 0) return dialog.close();
      form.querySelector<HTMLInputElement>('[name="version"]')!.value = String(outbox.revision.version);
      form.submit();
    };
  }

  #cancel(): void {
    this.#typing?.commit();
    if (!('changed' in this.#article.dataset)) {
      location.assign('/transcriptions');
      return;
    }
    askToDiscard(this.#tools.part('discard'), this.#draft.outbox);
  }
}

/** Height that the on-screen keyboard covers, for the toolbar at the lower edge. */
function keepAboveKeyboard(): void {
  const { height, offsetTop } = visualViewport!;
  const covered = Math.max(0, innerHeight - height - offsetTop);
  document.documentElement.style.setProperty('--keyboard', `${covered}px`);
}
