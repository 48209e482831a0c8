import { type Blot, Scope } from 'parchment';
import Block from 'quill/blots/block';
import Container from 'quill/blots/container';
import Scroll from 'quill/blots/scroll';
import Quill from 'quill/core';
import { ListContainer } from 'quill/formats/list';
import { CHARACTERS_PER_LINE, FULL_WEIGHT } from '@/app/domain/document/sheets';

/** Class of the sheets around the cursor. */
const NEAR_CLASS = 'ql-near';

/**
 * Groups lines in one element that the browser lays out and paints separately, and skips while it is out of
 * sight (CSS `content-visibility`). In one element with thousands of lines it walks through all of them after
 * each key. Sheets are not part of the text: they are split and merged as they grow and shrink.
 */
class Sheet extends Container {
  static override blotName = 'sheet';
  static override className = 'ql-sheet';
  static override tagName = 'DIV';
  static override allowedChildren = [Block, ListContainer];
  declare next: Sheet | null;
  declare prev: Sheet | null;

  get weight(): number {
    return this.children.length + this.length() / CHARACTERS_PER_LINE;
  }

  /** Wraps inline content in a line, as Quill's own root does, and unwraps nested sheets. */
  override insertBefore(blot: Blot, ref?: Blot | null): void {
    if (blot instanceof Sheet) {
      blot.moveChildren(this, ref);
      blot.remove();
    } else super.insertBefore(withLine(blot), ref);
  }

  /** Hysteresis: adding and removing a line must not split and merge each time. */
  override checkMerge(): boolean {
    return this.next !== null && this.weight + this.next.weight <= FULL_WEIGHT / 2;
  }

  override optimize(...context: Parameters<Container['optimize']>): void {
    do super.optimize(...context);
    while (this.children.length > 0 && this.checkMerge());
    // A sheet without lines was removed.
    if (this.children.length === 0) return;
    this.prev?.keepListWhole();
    this.keepListWhole();
    for (let sheet: Sheet | null = this; sheet; sheet = sheet.cut());
  }

  /** Keeps a list in one sheet: continued in the next one, its numbering would restart at one. */
  keepListWhole(): void {
    const head = this.next?.children.head;
    if (head instanceof ListContainer && this.children.tail instanceof ListContainer) this.appendChild(head);
  }

  /** Splits a sheet that is too heavy. @returns the sheet with the rest; null when nothing was split */
  cut(): Sheet | null {
    if (this.weight <= 2 * FULL_WEIGHT) return null;
    let weight = 0;
    for (let child = this.children.head; child?.next; child = child.next) {
      weight += 1 + child.length() / CHARACTERS_PER_LINE;
      if (weight >= FULL_WEIGHT) return this.splitAfter(child) as Sheet;
    }
    return null;
  }
}

class SheetScroll extends Scroll {
  override insertBefore(blot: Blot, ref?: Blot | null): void {
    if (blot instanceof Sheet) {
      super.insertBefore(blot, ref);
      return;
    }
    const before = ref ? ref.prev : this.children.tail;
    if (before instanceof Sheet && before.weight < FULL_WEIGHT) before.appendChild(blot);
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

export function registerSheets(): void {
  Quill.register({ 'blots/scroll': SheetScroll, 'blots/sheet': Sheet }, true);
}

/** Removes the sheets' `div` elements from copied HTML: no document format is written as a `div`. */
export function copyWithoutSheets({ editor }: Quill): void {
  const withSheets = editor.getHTML.bind(editor);
  editor.getHTML = (index, length) => withSheets(index, length).replaceAll(/<\/?div[^>]*>/g, '');
}

/** Keeps the cursor's sheet and its neighbours laid out: an arrow key would skip lines that are not. */
export function keepSheetsAtCursor(quill: Quill): void {
  const { scroll, composition } = quill;
  document.addEventListener('selectionchange', () => {
    const at = scroll.find(getSelection()?.focusNode ?? null, true)?.domNode;
    const element = at instanceof Element ? at : at?.parentElement;
    if (element && !composition.isComposing) layOutSheets(quill, element);
  });
}

/** Lays out the sheet of an element and its neighbours, and the others only while they are in sight. */
export function layOutSheets({ root, scroll }: Quill, element: Element): void {
  const own = element.closest('.ql-sheet');
  if (!own) return;
  const near = new Set([own.previousElementSibling, own, own.nextElementSibling]);
  const changed = [...root.children].filter((each) => near.has(each) !== each.classList.contains(NEAR_CLASS));
  if (changed.length === 0) return;
  // Processes pending edits first, then ignores the mutations that the class change causes.
  scroll.update();
  for (const each of changed) each.classList.toggle(NEAR_CLASS);
  scroll.observer.takeRecords();
}
