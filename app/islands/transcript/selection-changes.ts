import { MAX_UTTERANCES_PER_CHANGE } from '@/app/domain/transcript/change-size';
import { splitWords } from '@/app/domain/transcript/retime-words';
import type { EditableUtterance, UtteranceInput } from '@/app/domain/transcript/transcript-change';
import type { Draft } from './draft';
import type { InlineEditing } from './inline-editing';
import { paragraphWith, type SelectedPiece, selectedPieces } from './selection';
import { adjacentSection, paragraphOf, type TranscriptText } from './text';

export interface SelectionContext {
  text: TranscriptText;
  draft: Draft;
  typing: InlineEditing;
}

/** A place in an utterance's text, in characters. */
export interface Place {
  section: HTMLElement;
  offset: number;
}

/** The last section of what was written, null when nothing was; and one beside it. */
interface Written {
  section: HTMLElement | null;
  beside: HTMLElement | null;
}

/** What can be done with a selection that reaches over several utterances; each is one change and one undo. */
export class SelectionChanges {
  readonly #text: TranscriptText;
  readonly #draft: Draft;
  readonly #typing: InlineEditing;

  constructor({ text, draft, typing }: SelectionContext) {
    this.#text = text;
    this.#draft = draft;
    this.#typing = typing;
  }

  /** What is selected, when it reaches beyond one paragraph. */
  pieces(): SelectedPiece[] {
    const selection = getSelection();
    const { list } = this.#text;
    if (!selection || selection.isCollapsed || !this.#isTextFocused()) return [];
    const [first, last] = [selection.anchorNode, selection.focusNode].map((node) =>
      paragraphWith(list, node),
    );
    if (first && first === last) return [];
    return selectedPieces(list);
  }

  /** In the text, or in what is around it: a browser focuses the page when a selection leaves a paragraph. */
  #isTextFocused(): boolean {
    const { activeElement } = document;
    const { list } = this.#text;
    return activeElement === null || activeElement.contains(list) || list.contains(activeElement);
  }

  /** Types over the selection, or deletes it. */
  replace(inserted: string): void {
    this.#typing.commit(false);
    const pieces = this.pieces();
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (!first || !last) return;
    const isAtBorder = first.from === paragraphOf(first.section).textContent.length || last.to === 0;
    // The border of two utterances separates words.
    const typed = inserted === '' && isAtBorder ? ' ' : inserted;
    const [before, tail] = [headOf(first) + typed, tailOf(last)];
    const { section, beside } = this.#join(pieces, typed);
    if (section) this.#typing.focus(section, caretAfter(before, tail));
    else if (beside) this.#typing.focus(beside, paragraphOf(beside).textContent.length);
    if (section && /\s$/u.test(before))
      this.#typing.separate(tail.trim() === '' ? 'before' : /^\s/u.test(tail) && 'after');
  }

  /** Puts text in place of pieces: their utterances become one, of the person whose words stay. */
  #join(pieces: readonly SelectedPiece[], inserted: string): Written {
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (!first || !last) return { section: null, beside: null };
    const [head, tail] = [headOf(first), tailOf(last)];
    const owner = head.trim() === '' && tail.trim() !== '' ? last : first;
    const { speaker } = this.#text.utteranceOf(owner.section);
    const text = head + inserted + tail;
    return this.#write(pieces, text.trim() === '' ? [] : [{ id: crypto.randomUUID(), speaker, text }]);
  }

  /** Leaves what stands before the selection and what stands after it as two utterances. */
  split(): void {
    this.#typing.commit(false);
    const pieces = this.pieces();
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (!first || !last) return;
    const blocks = [
      { piece: first, text: headOf(first) },
      { piece: last, text: tailOf(last) },
    ]
      .filter(({ text }) => text.trim() !== '')
      .map(({ piece, text }) => ({
        id: crypto.randomUUID(),
        speaker: this.#text.utteranceOf(piece.section).speaker,
        text,
      }));
    const isAfter = tailOf(last).trim() !== '';
    const written = this.#write(pieces, blocks);
    const section = written.section ?? written.beside;
    if (section) this.#typing.focus(section, isAfter ? 0 : paragraphOf(section).textContent.length);
  }

  /** Replaces the utterances of pieces. */
  #write(pieces: readonly SelectedPiece[], blocks: UtteranceInput[]): Written {
    const sections = pieces.map(({ section }) => section);
    const [first, last] = [sections[0], sections.at(-1)];
    if (!first || !last) return { section: null, beside: null };
    const beside = adjacentSection(first, -1) ?? adjacentSection(last, 1);
    const removed = sections.map((section): EditableUtterance => this.#text.utteranceOf(section));
    let section: HTMLElement | null = null;
    this.#draft.together(() => {
      // The last part holds what stays.
      for (let at = 0; at < removed.length; at += MAX_UTTERANCES_PER_CHANGE) {
        const part = removed.slice(at, at + MAX_UTTERANCES_PER_CHANGE);
        const isLast = at + part.length === removed.length;
        section = this.#draft.replace(part, isLast ? blocks : []).at(-1) ?? null;
      }
    });
    return { section, beside };
  }

  /**
   * Puts dropped text at a place.
   * @param moved where it came from and is taken away; null for a copy
   */
  drop(place: Place, dropped: string, moved: readonly SelectedPiece[] | null): void {
    this.#typing.commit();
    if (moved) this.#move(place, moved, dropped);
    else this.#insert(place, dropped);
  }

  /** What stands later in the text is changed first, so that the other place stays. */
  #move(place: Place, moved: readonly SelectedPiece[], dropped: string): void {
    this.#draft.together(() => {
      if (!isBehind(place, moved)) this.#join(moved, ' ');
      this.#insert(place, dropped);
      const { caret } = this.#typing;
      if (!isBehind(place, moved)) return;
      this.#join(moved, ' ');
      if (caret) this.#typing.focus(caret.section, caret.offset);
    });
  }

  /** As words of their own. */
  #insert({ section, offset }: Place, inserted: string): void {
    const block = this.#text.utteranceOf(section);
    const text = paragraphOf(section).textContent;
    const [head, tail] = [text.slice(0, offset), text.slice(offset)];
    const before = `${head} ${inserted} `;
    const [written] = this.#draft.replace(
      [block],
      [{ id: crypto.randomUUID(), speaker: block.speaker, text: before + tail }],
    );
    if (written) this.#typing.focus(written, splitWords(before).join(' ').length);
  }
}

const headOf = ({ section, from }: SelectedPiece) => paragraphOf(section).textContent.slice(0, from);

const tailOf = ({ section, to }: SelectedPiece) => paragraphOf(section).textContent.slice(to);

/** The offset behind a text when what follows it is shown with single spaces. */
function caretAfter(before: string, tail: string): number {
  const words = splitWords(before).join(' ');
  const isBetween = /\s$/u.test(before) && words !== '' && tail.trim() !== '';
  return words.length + (isBetween ? 1 : 0);
}

/** Whether a place lies behind the last of the pieces. */
function isBehind({ section, offset }: Place, pieces: readonly SelectedPiece[]): boolean {
  const last = pieces.at(-1);
  if (!last) return false;
  if (last.section === section) return offset >= last.to;
  return (last.section.compareDocumentPosition(section) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
