import type Quill from 'quill/core';

/** A selection, counted in characters without line breaks: those differ between the page and the editor. */
interface Letters {
  before: number;
  count: number;
}

/** What is selected in the text that the server rendered; null for nothing. */
export function selectedLetters(shown: HTMLElement): Letters | null {
  const selection = getSelection();
  const text = shown.querySelector('.document-text');
  if (!text || !selection || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!text.contains(range.commonAncestorContainer)) return null;
  const before = document.createRange();
  before.setStart(text, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const lengthOf = (part: Range) => part.toString().replaceAll('\n', '').length;
  return { before: lengthOf(before), count: lengthOf(range) };
}

/** Selects the same characters in the editor. */
export function selectLetters(quill: Quill, { before, count }: Letters): void {
  const places = [...quill.getText().matchAll(/[^\n]/g)].map(({ index }) => index);
  const first = places[before];
  const last = places[before + count - 1];
  if (first !== undefined && last !== undefined) quill.setSelection(first, last + 1 - first, 'silent');
}
