import type { Blot } from 'parchment';
import Block from 'quill/blots/block';
import type Quill from 'quill/core';
import Delta, { AttributeMap } from 'quill-delta';

type Editor = Quill['editor'];
type Selections = Parameters<Editor['update']>[2];

/**
 * Performance patch for documents of hundreds of pages: Quill reads the whole text after most changes, and
 * twice more to compare, longer than a frame each time. The patch reads only the lines around a change, and
 * falls back to Quill's full read where they differ from the expected delta.
 */
export function updateDeltaIncrementally({ editor, scroll }: Quill): void {
  editor.getDelta = () => deltaOf(scroll.lines());
  const readAll = editor.update.bind(editor);
  editor.update = (change, mutations = [], selections) => {
    const seen = change ?? changeWithinLine(editor, mutations, selections);
    if (!seen) return readAll(change, mutations, selections);
    const whole = editor.delta.compose(seen);
    if (!matchesLines(editor, whole, seen)) return readAll(change, mutations, selections);
    editor.delta = whole;
    return seen;
  };
}

/** A single pass: Quill's own implementation is quadratic in the number of lines. */
function deltaOf(lines: ReturnType<Editor['scroll']['lines']>): Delta {
  const whole = new Delta();
  for (const line of lines) for (const op of line.delta().ops) whole.push(op);
  return whole;
}

/** Compares the lines that a change touched with `whole`; of the others, only the total length. */
function matchesLines({ scroll }: Editor, whole: Delta, change: Delta): boolean {
  if (scroll.length() !== whole.length()) return false;
  const [first] = change.ops;
  const start = typeof first?.retain === 'number' && !first.attributes ? first.retain : 0;
  const end = change.reduce((length, { insert, retain }) => length + sizeOf(insert) + sizeOf(retain), 0);
  // The characters on either side belong to the lines that were split or joined.
  const from = Math.max(0, start - 1);
  const lines = scroll.lines(from, end + 1 - from);
  const [firstLine] = lines;
  if (!firstLine) return false;
  const found = deltaOf(lines);
  const at = firstLine.offset(scroll);
  return isSame(whole.slice(at, at + found.length()), found);
}

const isSame = (one: Delta, other: Delta) =>
  one.ops.length === other.ops.length &&
  one.ops.every(({ insert, attributes }, index) => {
    const op = other.ops[index];
    return insert === op?.insert && !AttributeMap.diff(attributes, op?.attributes);
  });

const sizeOf = (part: unknown): number =>
  typeof part === 'number' ? part : typeof part === 'string' ? part.length : part ? 1 : 0;

/** The change that added and removed text nodes made to one line; undefined if it was more than one line. */
function changeWithinLine(
  { delta, scroll }: Editor,
  mutations: readonly MutationRecord[],
  selections: Selections,
): Delta | undefined {
  const line = onlyLine(scroll, mutations);
  if (!line) return undefined;
  const at = line.offset(scroll);
  const lengthBefore = line.length() - (scroll.length() - delta.length());
  const before = delta.slice(at, at + lengthBefore);
  const words = before.ops.map(({ insert }) => insert).join('');
  if (words.indexOf('\n') !== lengthBefore - 1) return undefined;
  const cursor = selections && {
    oldRange: { ...selections.oldRange, index: selections.oldRange.index - at },
    newRange: { ...selections.newRange, index: selections.newRange.index - at },
  };
  return new Delta().retain(at).concat(before.diff(line.delta(), cursor)).chop();
}

function onlyLine(scroll: Editor['scroll'], mutations: readonly MutationRecord[]): Block | undefined {
  const lines = new Set(mutations.map((mutation) => lineOf(scroll, mutation)));
  const [line] = lines;
  return lines.size === 1 && line && scroll.domNode.contains(line.domNode) ? line : undefined;
}

function lineOf(scroll: Editor['scroll'], { type, target, addedNodes, removedNodes }: MutationRecord) {
  if (type === 'attributes' || ![...addedNodes, ...removedNodes].every(isLetters)) return undefined;
  let blot: Blot | null = scroll.find(target, true);
  while (blot && !(blot instanceof Block)) blot = blot.parent;
  return blot ?? undefined;
}

/** An empty line has a `<br>` instead of a text node. */
const isLetters = (node: Node) => node instanceof Text || node.nodeName === 'BR';
