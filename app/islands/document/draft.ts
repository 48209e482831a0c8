import type Quill from 'quill/core';
import Delta from 'quill-delta';
import { firstDifference } from '@/app/domain/document/compare-documents';
import type { EditableParagraph } from '@/app/domain/document/document-change';
import {
  type DocumentConflict,
  mergeDocumentChanges,
  type PendingDocumentChange,
  resolveWithMine,
  type TitleConflict,
  titleAfter,
} from '@/app/domain/document/merge-document-changes';
import { normaliseTitle } from '@/app/domain/document/normalise-title';
import type { Paragraph } from '@/app/domain/document/rich-text';
import { Outbox, type OutboxState } from '../transcript/outbox';
import { postQuietly } from '../transcript/post-quietly';
import { toOps, toParagraphs } from './delta';
import { GradualText } from './gradual-text';
import { fetchServerDocument, type ServerDocument } from './server-document';

/** Debounce: typed text becomes a change after this pause, and after `MAX_DELAY_MS` while typing goes on. */
const DEBOUNCE_MS = 600;
const MAX_DELAY_MS = 1_200;

/** Save attempts: another user may save at the same time, once or twice. */
const MAX_SAVE_ATTEMPTS = 3;

export interface DraftEvents {
  onState(state: OutboxState): void;
  /** The text or the title was changed on this page. */
  onChange(): void;
  /** The title was changed, and not by typing on this page. */
  onTitle(title: string): void;
  /** The server's text was loaded, which another user may have saved. */
  onServerText(present: ServerDocument): void;
  onConflict(conflict: DocumentConflict): Promise<'mine' | 'theirs'>;
  onTitleConflict(conflict: TitleConflict): Promise<'mine' | 'theirs'>;
}

const startOf = ({ version, changeIds }: ServerDocument) => ({
  version,
  changeCount: changeIds.length,
  lastChangeId: changeIds.at(-1) ?? null,
});

/** Turns edits in Quill into changes and sends them to the server through the outbox. */
export class DocumentDraft {
  readonly outbox: Outbox<PendingDocumentChange>;
  readonly #quill: Quill;
  readonly #events: DraftEvents;
  readonly #text: GradualText;
  #blocks: EditableParagraph[];
  #title: string;
  #typedSince: number | null = null;
  #timer: number | undefined;
  #questions: Promise<void> = Promise.resolve();

  /** @param shown the text as the server rendered it */
  constructor(present: ServerDocument, quill: Quill, shown: HTMLElement, events: DraftEvents) {
    this.#quill = quill;
    this.#events = events;
    this.#blocks = present.blocks;
    this.#title = present.title;
    this.#text = new GradualText(quill, present.blocks, shown);
    quill.history.clear();
    // Before the outbox adds its listeners: it has to hold the typed text when it sends for the last time.
    addEventListener('pagehide', () => this.commit());
    document.addEventListener('visibilitychange', () => document.hidden && this.commit());
    this.outbox = new Outbox<PendingDocumentChange>(startOf(present), {
      onState: events.onState,
      onConflict: () => this.#settle(),
    });
    quill.root.addEventListener('blur', () => this.commit());
    quill.on('text-change', (_delta, _before, source) => source === 'user' && this.#noteInput());
  }

  get blocks(): readonly EditableParagraph[] {
    return this.#blocks;
  }

  /** Gives Quill the whole text now, for what cannot do with the part that it has. */
  loadAll(): void {
    this.#text.loadAll();
  }

  /** Applies the changes left by closed tabs to the text, then sends them. */
  async adoptOrphanedChanges(): Promise<void> {
    if (!(await this.outbox.adoptOrphanedChanges())) return;
    // Without a connection now, the response to the changes themselves triggers this merge.
    await this.outbox.mergeWithServer();
  }

  rename(title: string): void {
    const change = { kind: 'title' as const, title: normaliseTitle(title), former: this.#title };
    this.#title = change.title;
    this.outbox.push({ id: crypto.randomUUID(), change, removed: [], added: [], beside: [null, null] });
    this.#events.onChange();
  }

  commit(): void {
    clearTimeout(this.#timer);
    this.#typedSince = null;
    const paragraphs = [...toParagraphs(this.#quill.getContents()), ...this.#text.rest];
    // Edits in two places become two changes, which conflict less with edits by other users.
    for (;;) {
      const difference = firstDifference(this.#blocks, paragraphs);
      if (!difference) return;
      this.#replace(difference.removed, difference.added);
    }
  }

  /** Retries after a version conflict. @returns whether it was saved */
  async save(): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_SAVE_ATTEMPTS; attempt += 1) {
      this.commit();
      await this.outbox.flush();
      if (this.outbox.waiting.length > 0) return false;
      const { version } = this.outbox.revision;
      const fields = { intent: 'commit', version: String(version), submissionId: crypto.randomUUID() };
      const status = await postQuietly(new URLSearchParams(fields));
      const isSaved = status === 204;
      if (!isSaved && status !== 409) return false;
      // Rebases what was typed meanwhile, here and elsewhere, onto the new version.
      if (!(await this.outbox.mergeWithServer()) || isSaved) return isSaved;
    }
    return false;
  }

  #noteInput(): void {
    const now = performance.now();
    this.#typedSince ??= now;
    clearTimeout(this.#timer);
    const pause = Math.max(0, Math.min(DEBOUNCE_MS, this.#typedSince + MAX_DELAY_MS - now));
    this.#timer = window.setTimeout(() => this.#commitSoon(), pause);
  }

  /** Waits while an input method composition is in progress. */
  #commitSoon(): void {
    if (this.#quill.composition.isComposing)
      this.#timer = window.setTimeout(() => this.#commitSoon(), DEBOUNCE_MS);
    else this.commit();
  }

  #replace(removed: EditableParagraph[], paragraphs: readonly Paragraph[]): void {
    const added = paragraphs.map((paragraph) => ({ ...paragraph, id: crypto.randomUUID() }));
    const [first] = removed;
    const at = first ? this.#blocks.indexOf(first) : -1;
    const beside: PendingDocumentChange['beside'] = [
      this.#blocks[at - 1] ?? null,
      this.#blocks[at + removed.length] ?? null,
    ];
    this.#blocks = this.#blocks.toSpliced(at, removed.length, ...added);
    const change = { kind: 'replace' as const, ids: removed.map(({ id }) => id), blocks: added };
    this.outbox.push({ id: crypto.randomUUID(), change, removed, added, beside });
    this.#events.onChange();
  }

  /** Shows a text; the cursor and the undo history keep their places. */
  #show(blocks: EditableParagraph[]): void {
    const loaded = this.#text.restart(blocks, this.#blocks.length);
    this.#blocks = blocks;
    this.#quill.updateContents(this.#quill.getContents().diff(new Delta(toOps(loaded))), 'api');
  }

  /** Three-way merge: rebases the local changes onto the server's text and asks about the conflicts. */
  async #settle(): Promise<void> {
    const present = await fetchServerDocument();
    this.commit();
    const known = new Set(present.changeIds);
    const { blocks, fitting, conflicts, titleConflict } = mergeDocumentChanges(
      present,
      this.outbox.waiting.filter(({ id }) => !known.has(id)),
    );
    this.outbox.restart(startOf(present));
    this.#show(blocks);
    this.#title = titleAfter(fitting) ?? present.title;
    this.#events.onTitle(this.#title);
    this.#events.onServerText(present);
    for (const conflict of conflicts) this.#questions = this.#questions.then(() => this.#ask(conflict));
    if (titleConflict) this.#questions = this.#questions.then(() => this.#askTitle(titleConflict));
    const undecided = [...conflicts, ...(titleConflict ? [titleConflict] : [])];
    await this.outbox.replace(
      fitting,
      undecided.flatMap(({ steps }) => steps),
    );
  }

  async #ask(conflict: DocumentConflict): Promise<void> {
    if ((await this.#events.onConflict(conflict)) === 'mine') {
      this.commit();
      const { removed, added } = resolveWithMine(this.#blocks, conflict);
      this.#replace(removed, added);
      this.#show(this.#blocks);
    }
    await this.outbox.removeDecided(conflict.steps);
  }

  async #askTitle(conflict: TitleConflict): Promise<void> {
    if ((await this.#events.onTitleConflict(conflict)) === 'mine') {
      this.rename(conflict.mine);
      this.#events.onTitle(conflict.mine);
    }
    await this.outbox.removeDecided(conflict.steps);
  }
}
