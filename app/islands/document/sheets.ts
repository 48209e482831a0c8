import { type Blot, Scope } from 'parchment';
import Block from 'quill/blots/block';
import Container from 'quill/blots/container';
import Scroll from 'quill/blots/scroll';
import Quill from 'quill/core';
import { ListContainer } from 'quill/formats/list';

/** How much a sheet takes: some three screens. */
const FULL = 100;
/** Of the sheets around the cursor. */
const NEAR = 'ql-near';
/** A line with letters weighs about as much as it is high. */
const LETTERS_OF_ONE = 100;

/**
 * Some lines in one element, which the browser lays out and paints by itself, and not at all while it is out of
 * sight. In one element with thousands of lines it walks through all of them after each key. Sheets are no part of
 * the text: lines come and go, sheets are cut and joined as they grow and shrink.
 */
class Sheet extends Container {
  static override blotName = 'sheet';
  static override className = 'ql-sheet';
  static override tagName = 'DIV';
  static override allowedChildren = [Block, ListContainer];
  declare next: Sheet | null;
  declare prev: Sheet | null;

  get weight(): number {
    return this.children.length + this.length() / LETTERS_OF_ONE;
  }

  /** Letters without a line get one, as they do in Quill's own root; sheets do not stand in each other. */
  override insertBefore(blot: Blot, ref?: Blot | null): void {
    if (blot instanceof Sheet) {
      blot.moveChildren(this, ref);
      blot.remove();
    } else super.insertBefore(withLine(blot), ref);
  }

  /** Much less than what is cut, so that a line that comes and goes does not cut and join each time. */
  override checkMerge(): boolean {
    return this.next !== null && this.weight + this.next.weight <= FULL / 2;
  }

  override optimize(...context: Parameters<Container['optimize']>): void {
    do super.optimize(...context);
    while (this.children.length > 0 && this.checkMerge());
    // Without lines it was taken away.
    if (this.children.length === 0) return;
    this.prev?.keepListWhole();
    this.keepListWhole();
    for (let sheet: Sheet | null = this; sheet; sheet = sheet.cut());
  }

  /** A list that goes on in the next sheet would be counted from one there. */
  keepListWhole(): void {
    const head = this.next?.children.head;
    if (head instanceof ListContainer && this.children.tail instanceof ListContainer) this.appendChild(head);
  }

  /** Leaves here what one sheet takes. @returns the sheet with the rest, if there is one */
  cut(): Sheet | null {
    if (this.weight <= 2 * FULL) return null;
    let weight = 0;
    for (let child = this.children.head; child?.next; child = child.next) {
      weight += 1 + child.length() / LETTERS_OF_ONE;
      if (weight >= FULL) return this.splitAfter(child) as Sheet;
    }
    return null;
  }
}

/** Quill's root, whose lines stand in sheets. */
class SheetScroll extends Scroll {
  override insertBefore(blot: Blot, ref?: Blot | null): void {
    if (blot instanceof Sheet) {
      super.insertBefore(blot, ref);
      return;
    }
    const before = ref ? ref.prev : this.children.tail;
    if (before instanceof Sheet && before.weight < FULL) before.appendChild(blot);
    else {
      const sheet = this.create(Sheet.blotName) as Sheet;
      super.insertBefore(sheet, ref);
      sheet.appendChild(blot);
    }
  }
}

function withLine(blot: Blot): Blot {
  if (blot.statics.scope !== Scope.INLINE_BLOT) return blot;
  const line = blot.scroll.create(Block.blotName) as Block;
  line.appendChild(blot);
  return line;
}

/** Lets every Quill that is opened from now on lay its lines on sheets. */
export function registerSheets(): void {
  Quill.register({ 'blots/scroll': SheetScroll, 'blots/sheet': Sheet }, true);
}

/** What is copied has no sheets: no format of documents is written as a `div`. */
export function copyWithoutSheets({ editor }: Quill): void {
  const withSheets = editor.getHTML.bind(editor);
  editor.getHTML = (index, length) => withSheets(index, length).replaceAll(/<\/?div[^>]*>/g, '');
}

/**
 * Keeps the sheet of the cursor and those beside it laid out, however far somebody scrolled away: a key would else
 * take the cursor over them, to the next line that is.
 */
export function keepSheetsAtCursor({ root, scroll, composition }: Quill): void {
  document.addEventListener('selectionchange', () => {
    const at = scroll.find(getSelection()!.focusNode, true)?.domNode;
    const own = (at instanceof Element ? at : at?.parentElement)?.closest('.ql-sheet');
    if (!own || composition.isComposing) return;
    const near = new Set([own.previousElementSibling, own, own.nextElementSibling]);
    const changed = [...root.children].filter((each) => near.has(each) !== each.classList.contains(NEAR));
    if (changed.length === 0) return;
    // What was typed meanwhile is noticed first; a class is nothing to be noticed.
    scroll.update();
    for (const each of changed) each.classList.toggle(NEAR);
    scroll.observer.takeRecords();
  });
}
