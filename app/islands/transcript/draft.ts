import { MAX_UTTERANCES_PER_CHANGE } from '@/app/domain/transcript/change-size';
import {
  type Conflict,
  isConflictCurrent,
  mergeTranscriptChanges,
  type PendingChange,
  refreshConflict,
  resolveWithMine,
} from '@/app/domain/transcript/merge-transcript-changes';
import { replaceEachOf } from '@/app/domain/transcript/rebase-changes';
import { rewriteUtterances } from '@/app/domain/transcript/rewrite-utterances';
import type {
  EditableUtterance,
  TranscriptChange,
  UtteranceInput,
} from '@/app/domain/transcript/transcript-change';
import { required } from '../ui/find-part';
import { ChangeHistory, type MadeChange } from './change-history';
import { Outbox, type OutboxStart, type OutboxState } from './outbox';
import { postQuietly } from './post-quietly';
import type { Renderer } from './render';
import { adjacentSection, type TranscriptText } from './text';

export interface DraftEvents {
  onState(state: OutboxState): void;
  /** Resolves when typed text can become a change. */
  untilTyped(): Promise<void>;
  /** The text is about to be replaced: typed text that is not yet a change has to become one. */
  beforeReplace(): void;
  afterReplace(): void;
  /** The section in which somebody types. */
  openSection(): HTMLElement | null;
  /** Part of what was to be undone was changed elsewhere since, and stays. */
  onUndoneInPart(): void;
  onConflict(conflict: Conflict): Promise<'mine' | 'theirs'>;
  onChange(): void;
  /** Utterances may have other speakers or times than before. */
  onSpeakers(): void;
  /** The server's text was loaded, which another tab may have saved. */
  onServerText(present: { version: number; savedAt: string }): void;
}

/** Another user may save at the same time, once or twice. */
const MAX_SAVE_ATTEMPTS = 3;

/** Bytes of one change, of which a request to the server holds several. */
const MAX_CHANGE_BYTES = 400_000;

/**
 * Shows each change in the page, sends it to the server, and undoes and redoes it, also after others have changed
 * the text.
 */
export class Draft {
  readonly outbox: Outbox<PendingChange>;
  readonly #text: TranscriptText;
  readonly #renderer: Renderer;
  readonly #events: DraftEvents;
  readonly #history: ChangeHistory;
  /** Ids of changes that are in no saved version: the server can leave them out. */
  #unsaved = new Set<string>();
  #questions: Promise<void> = Promise.resolve();
  #isTelling = false;

  constructor(seen: OutboxStart, text: TranscriptText, renderer: Renderer, events: DraftEvents) {
    this.#text = text;
    this.#renderer = renderer;
    this.#events = events;
    this.#history = new ChangeHistory(text, (id) => this.#unsaved.has(id));
    this.outbox = new Outbox(seen, { onState: events.onState, onConflict: () => this.#settle() });
  }

  /** Applies the changes left by closed tabs to the text, then sends them. */
  async adoptOrphanedChanges(): Promise<void> {
    if (!(await this.outbox.adoptOrphanedChanges())) return;
    // Without a connection now, the response to the changes themselves triggers this merge.
    await this.#settle().catch(() => undefined);
    this.#events.onChange();
    void this.outbox.flush();
  }

  /**
   * The draft becomes a version; the page stays as it is. Retries when another user saved first.
   * @param quiet whether the account is not asked for a confirmation again
   */
  async save({ quiet }: { quiet: boolean }): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_SAVE_ATTEMPTS; attempt += 1) {
      await this.outbox.flush();
      if (this.outbox.waiting.length > 0) return false;
      const { version } = this.outbox.revision;
      const fields = { intent: 'save', version: String(version), submissionId: crypto.randomUUID() };
      const body = new URLSearchParams(quiet ? { ...fields, quiet: 'on' } : fields);
      const status = await postQuietly(body);
      if (status !== 204 && status !== 409) return false;
      // Loads the new version, and what was changed elsewhere meanwhile.
      if (!(await this.outbox.mergeWithServer()) || status === 204) return status === 204;
    }
    return false;
  }

  /** Replaces utterances with others. @returns the sections of the new ones */
  replace(removed: readonly EditableUtterance[], blocks: readonly UtteranceInput[]): HTMLElement[] {
    const step = pendingReplaceOf(removed, blocks);
    const sections = this.#renderer.replace(step.removed, step.added);
    this.#commit(step);
    return sections;
  }

  /** Records text typed into a section, which shows it already. */
  recordTyping(section: HTMLElement, text: string): void {
    const block = this.#text.utteranceOf(section);
    const step = pendingReplaceOf([block], [{ id: crypto.randomUUID(), speaker: block.speaker, text }]);
    this.#text.assign(section, required(step.added[0], 'typed utterance'));
    this.#commit(step);
  }

  /** Replaces single utterances, wherever they are, in one change. @param blocks one for each of `removed` */
  replaceEach(removed: readonly EditableUtterance[], blocks: readonly UtteranceInput[]): void {
    this.together(() => {
      for (const [from, to] of portionsOf(blocks)) {
        const step = replaceEachOf(crypto.randomUUID(), removed.slice(from, to), blocks.slice(from, to));
        this.#show(step);
        this.#commit(step);
      }
    });
  }

  /** Makes changes that are undone together. */
  together(make: () => void): void {
    this.#history.together(make);
  }

  /** What is typed next is undone together with the last change: it was typed over a selection. */
  joinNext(): void {
    this.#history.joinNext();
  }

  rename(from: string, to: string): void {
    const removed = this.#text.utterances.filter(({ speaker }) => speaker === from);
    const added = removed.map((block) => ({ ...block, speaker: to }));
    const step: MadeChange = {
      id: crypto.randomUUID(),
      change: { kind: 'rename', from, to },
      removed,
      added,
    };
    this.#renderer.rename(from, to);
    this.#show(step);
    this.#commit(step);
  }

  /** Undoes the last change, or changes that were made together. @returns the section where it was, if any */
  undo(): HTMLElement | null {
    return this.#turn('undo');
  }

  /** Redoes what was undone last. @returns the section where it was, if any */
  redo(): HTMLElement | null {
    return this.#turn('redo');
  }

  #turn(direction: 'undo' | 'redo'): HTMLElement | null {
    let section: HTMLElement | null = null;
    const { isWhole } = this.#history.turn(direction, (step) => {
      section = this.#show(step) ?? section;
      this.#send(step);
    });
    if (!isWhole) this.#events.onUndoneInPart();
    this.#tellSpeakers();
    return section;
  }

  #commit(step: MadeChange): void {
    this.#history.add(step);
    this.#send(step);
    if (!hasSameSpeakers(step)) this.#tellSpeakers();
  }

  /** Once for the changes that are made together, such as thousands by a replacement everywhere. */
  #tellSpeakers(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    queueMicrotask(() => {
      this.#isTelling = false;
      this.#events.onSpeakers();
    });
  }

  #send({ id, change, removed, added, isEach }: MadeChange): void {
    this.#unsaved.add(id);
    const rebaseData = rebaseDataOf(change, removed, added);
    this.outbox.push({ id, change, ...rebaseData, ...(isEach && { isEach }) });
    this.#events.onChange();
  }

  /** Shows utterances in place of others; those of a rename keep their places. */
  #show({ removed, added, isEach }: MadeChange): HTMLElement | null {
    if (isRename(removed, added)) {
      const sections = added.flatMap((block) => {
        const section = this.#text.sectionOf(block.id);
        if (section) this.#renderer.show(section, block);
        return section ?? [];
      });
      return sections[0] ?? null;
    }
    if (isEach) {
      const sections = removed.map((block, index) =>
        this.#renderer.replace([block], added.slice(index, index + 1)),
      );
      return sections[0]?.[0] ?? null;
    }
    const [first] = removed;
    if (!first) return this.#renderer.insert(added);
    const beside = adjacentSection(required(this.#text.sectionOf(first.id), 'removed utterance'), -1);
    return this.#renderer.replace(removed, added)[0] ?? beside;
  }

  /** Three-way merge: rebases the local changes onto the server's text and asks about the conflicts. */
  async #settle(): Promise<void> {
    const answer = await fetch(`${location.pathname}/draft`, { redirect: 'manual' });
    if (!answer.ok) throw new Error('the present text did not come');
    const present = (await answer.json()) as {
      version: number;
      savedAt: string;
      changeIds: string[];
      changeCount: number;
      blocks: EditableUtterance[];
    };
    await this.#events.untilTyped();
    const known = new Set(present.changeIds);
    this.#events.beforeReplace();
    const { blocks, fitting, conflicts } = mergeTranscriptChanges(
      present.blocks,
      this.outbox.waiting.filter(({ id }) => !known.has(id)),
    );
    const { version, changeIds, changeCount } = present;
    this.outbox.restart({ version, changeCount, lastChangeId: changeIds.at(-1) ?? null });
    this.#events.onServerText(present);
    const undecided = conflicts.flatMap(({ steps }) => steps);
    this.#renderer.showAll(blocks, this.#events.openSection());
    this.#tellSpeakers();
    this.#events.afterReplace();
    this.#unsaved = new Set([...known, ...fitting.map(({ id }) => id)]);
    for (const conflict of conflicts) this.#questions = this.#questions.then(() => this.#ask(conflict));
    await this.outbox.replace(fitting, undecided);
  }

  async #ask(asked: Conflict): Promise<void> {
    const conflict = refreshConflict(this.#text.utterances, asked);
    if (!conflict) return this.outbox.removeDecided(asked.steps);
    const choice = await this.#events.onConflict(conflict);
    // Never overwrite text that was not shown: another user edited it while the question was open.
    if (choice === 'mine' && !isConflictCurrent(this.#text.utterances, conflict)) return this.#ask(conflict);
    const { rename } = conflict;
    const change = choice === 'mine' && !rename ? resolveWithMine(this.#text.utterances, conflict) : null;
    if (choice === 'mine' && rename) this.rename(rename.from, rename.to);
    if (change) {
      const fresh = change.added.map((block) => ({ ...block, id: crypto.randomUUID() }));
      this.replace(change.removed, fresh);
    }
    await this.outbox.removeDecided(conflict.steps);
  }
}

/** Whether the same people speak at the same times. */
const hasSameSpeakers = ({ removed, added }: PendingChange) =>
  removed.length === added.length &&
  removed.every(({ speaker, startMs, endMs }, index) => {
    const after = added[index];
    return after?.speaker === speaker && after.startMs === startMs && after.endMs === endMs;
  });

/** Utterances that differ only in the speaker keep their ids. */
const isRename = (removed: readonly EditableUtterance[], added: readonly EditableUtterance[]) =>
  removed.length === added.length && removed.every(({ id }, index) => id === added[index]?.id);

/** Where parts begin and end that are short enough for a change each. */
function portionsOf(blocks: readonly UtteranceInput[]): [number, number][] {
  const portions: [number, number][] = [];
  let [from, bytes] = [0, 0];
  blocks.forEach((block, index) => {
    const size = new Blob([JSON.stringify(block)]).size;
    const isFull = bytes + size > MAX_CHANGE_BYTES || index - from >= MAX_UTTERANCES_PER_CHANGE;
    if (index > from && isFull) {
      portions.push([from, index]);
      [from, bytes] = [index, 0];
    }
    bytes += size;
  });
  if (blocks.length > from) portions.push([from, blocks.length]);
  return portions;
}

/** A rename applies wherever the name occurs: one utterance describes it, and its undo needs ids only. */
function rebaseDataOf(change: TranscriptChange, removed: EditableUtterance[], added: EditableUtterance[]) {
  if (change.kind === 'rename') return { removed: removed.slice(0, 1), added: added.slice(0, 1) };
  const [first] = added;
  if (!first || !isRename(removed, added)) return { removed, added };
  const formerName = { speaker: first.speaker, ids: added.map(({ id }) => id) };
  return { removed: [], added: [], formerName };
}

function pendingReplaceOf(
  removed: readonly EditableUtterance[],
  blocks: readonly UtteranceInput[],
): PendingChange {
  const change: TranscriptChange = { kind: 'replace', ids: removed.map(({ id }) => id), blocks: [...blocks] };
  return {
    id: crypto.randomUUID(),
    change,
    removed: [...removed],
    added: rewriteUtterances(removed, blocks),
  };
}
