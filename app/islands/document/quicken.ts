import type { Blot } from 'parchment';
import Block from 'quill/blots/block';
import type Quill from 'quill/core';
import Delta, { AttributeMap } from 'quill-delta';

type Editor = Quill['editor'];
type Selections = Parameters<Editor['update']>[2];

/**
 * Keeps what Quill knows of its text without reading all of it. By itself it does so after each change but letters
 * typed into a piece that is all ASCII, and twice more to compare: with 300 pages, longer than a frame each time.
 * Here the lines around a change are read; where they are not what they should be, all of it is, as ever.
 */
export function quicken({ editor, scroll }: Quill): void {
  editor.getDelta = () => deltaOf(scroll.lines());
  const readAll = editor.update.bind(editor);
  editor.update = (change, mutations = [], selections) => {
    const seen = change ?? typedInLine(editor, mutations, selections);
    if (!seen) return readAll(change, mutations, selections);
    const whole = editor.delta.compose(seen);
    if (!standsIn(editor, whole, seen)) return readAll(change, mutations, selections);
    editor.delta = whole;
    return seen;
  };
}

/** One pass: Quill's own way grows with the square of the lines. */
function deltaOf(lines: ReturnType<Editor['scroll']['lines']>): Delta {
  const whole = new Delta();
  for (const line of lines) for (const op of line.delta().ops) whole.push(op);
  return whole;
}

/** Whether the lines that a change touched are those of `whole`. What it left alone is as long as it was. */
function standsIn({ scroll }: Editor, whole: Delta, change: Delta): boolean {
  if (scroll.length() !== whole.length()) return false;
  const [first] = change.ops;
  const start = typeof first?.retain === 'number' && !first.attributes ? first.retain : 0;
  const end = change.reduce((length, { insert, retain }) => length + sizeOf(insert) + sizeOf(retain), 0);
  // The letter on either side belongs to the lines that were cut or joined.
  const from = Math.max(0, start - 1);
  const lines = scroll.lines(from, end + 1 - from);
  if (lines.length === 0) return false;
  const found = deltaOf(lines);
  const at = lines[0]!.offset(scroll);
  return isSame(whole.slice(at, at + found.length()), found);
}

const isSame = (one: Delta, other: Delta) =>
  one.ops.length === other.ops.length &&
  one.ops.every(
    ({ insert, attributes }, index) =>
      insert === other.ops[index]!.insert && !AttributeMap.diff(attributes, other.ops[index]!.attributes),
  );

const sizeOf = (part: unknown): number =>
  typeof part === 'number' ? part : typeof part === 'string' ? part.length : part ? 1 : 0;

/** What letters that came and went did to the one line that they stand in. */
function typedInLine(
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

/** An empty line has a break in the place of letters. */
const isLetters = (node: Node) => node instanceof Text || node.nodeName === 'BR';
