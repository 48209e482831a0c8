import Scroll from 'quill/blots/scroll';
import Quill from 'quill/core';
import Delta from 'quill-delta';
import { ALIGNMENTS, TEXT_COLORS } from '@/app/domain/document/formats';
import { openQuill } from '@/app/islands/document/quill';
import { Random } from '@/tests/soak/random';

const WORDS = ['não', 'coração', 'a', 'x  y', '😀', 'e\u0301', '日本', ' ', 'palavra', '👩‍👩‍👧'];
const LINE_KINDS = ['header', 'blockquote', 'list'] as const;

/** Random lines, including lists and headings. */
function randomLines(random: Random, count: number): Delta {
  const delta = new Delta();
  for (let line = 0; line < count; line += 1) {
    for (let run = random.below(3); run > 0; run -= 1)
      delta.insert(random.pick(WORDS), randomInlineFormats(random));
    delta.insert('\n', random.below(3) === 0 ? randomLineFormats(random) : undefined);
  }
  return delta;
}

const randomInlineFormats = (random: Random) =>
  random.pick<Record<string, unknown> | undefined>([
    undefined,
    undefined,
    { bold: true },
    { italic: true, ink: random.pick([...TEXT_COLORS]) },
    { link: 'https://example.com/' },
  ]);

function randomLineFormats(random: Random): Record<string, unknown> {
  const kind = random.pick([...LINE_KINDS]);
  if (kind === 'header') return { header: 1 + random.below(3) };
  if (kind === 'blockquote') return { blockquote: true, align: random.pick([...ALIGNMENTS]) };
  return {
    list: random.pick(['bullet', 'ordered']),
    ...(random.below(3) === 0 && { indent: 1 + random.below(3) }),
  };
}

/** A random change. The final line break stays, as Quill requires. */
function randomChange(random: Random, text: string): Delta {
  const last = text.length - 1;
  const at = alignToCodePoint(text, random.below(text.length));
  const some =
    alignToCodePoint(text, Math.min(last, at + random.below(random.below(8) === 0 ? last : 40))) - at;
  const delta = new Delta().retain(at);
  switch (random.below(5)) {
    case 0:
      return delta.insert(random.pick(WORDS), randomInlineFormats(random));
    case 1:
      return delta.concat(randomLines(random, 1 + random.below(random.below(8) === 0 ? 250 : 3)));
    case 2:
      return delta.delete(some);
    case 3:
      return delta.retain(some, { bold: random.below(2) === 0 ? true : null });
    default:
      return delta.delete(some).insert(random.pick(WORDS));
  }
}

/** Moves an index off the middle of a surrogate pair. */
const alignToCodePoint = (text: string, at: number) =>
  at > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(at - 1, at + 1)) ? at - 1 : at;

/** Violated invariants of the sheets' DOM. */
function findSheetErrors(root: HTMLElement): string[] {
  const sheets = [...root.children];
  return sheets.flatMap((sheet, index) => {
    const next = sheets[index + 1];
    const weight = sheet.children.length + sheet.textContent!.length / 100;
    return [
      ...(!sheet.classList.contains('ql-sheet') ? [`${sheet.localName} beside the sheets`] : []),
      ...(sheet.children.length === 0 ? ['an empty sheet'] : []),
      ...(sheet.querySelector('.ql-sheet') ? ['a sheet in a sheet'] : []),
      ...(weight > 200 && sheet.children.length > 2 ? [`a sheet of ${weight}`] : []),
      ...(sheet.lastElementChild?.localName === 'ol' && next?.firstElementChild?.localName === 'ol'
        ? ['a list on two sheets']
        : []),
    ];
  });
}

/** Quill with its original scroll blot, without sheets, and with the same formats. */
function openPlainQuill(): Quill {
  const place = document.createElement('div');
  document.body.append(place);
  Quill.register({ 'blots/scroll': Scroll }, true);
  return new Quill(place);
}

/** Performs one random edit. @returns its description */
async function performRandomEdit(
  random: Random,
  quill: Quill,
  both: (action: (quill: Quill) => void) => void,
): Promise<string> {
  const text = quill.getText();
  switch (random.below(7)) {
    case 0:
    case 1: {
      const change = randomChange(random, text);
      both((each) => each.updateContents(change, 'user'));
      return `change ${JSON.stringify(change.ops).slice(0, 200)}`;
    }
    case 2:
      return typeRandomText(random, quill);
    case 3: {
      quill.setSelection(alignToCodePoint(text, random.below(text.length)), 0, 'user');
      quill.format('italic', random.below(2) === 0, 'user');
      const { anchorNode } = getSelection()!;
      if (anchorNode instanceof Text) {
        anchorNode.appendData('ã');
        getSelection()!.collapse(anchorNode, anchorNode.length);
      }
      return 'a letter with a format of its own';
    }
    case 4: {
      const index = random.below(text.length);
      const length = random.below(Math.min(300, text.length - index));
      const [name, value] = random.pick(Object.entries({ ...randomLineFormats(random), align: 'center' }));
      const chosen = random.below(4) > 0 && value;
      both((each) => each.formatLine(index, length, name, chosen, 'user'));
      return `lines from ${index}, ${length}, ${name} ${chosen}`;
    }
    case 5:
      quill.history.cutoff();
      quill.history[random.below(2) === 0 ? 'undo' : 'redo']();
      return 'undo or redo';
    default: {
      const before = quill.getContents();
      const difference = before.diff(before.compose(randomChange(random, text)));
      both((each) => each.updateContents(difference, 'api'));
      return 'what somebody else wrote';
    }
  }
}

/** Types text as the browser inserts it, directly or by composition (IME). */
function typeRandomText(random: Random, quill: Quill): string {
  const walker = document.createTreeWalker(quill.root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  if (texts.length === 0) return 'nothing';
  const text = random.pick(texts);
  const at = alignToCodePoint(text.data, random.below(text.length + 1));
  const typed = random.pick(WORDS);
  const isComposed = random.below(3) === 0;
  const compose = (name: string) =>
    isComposed && quill.root.dispatchEvent(new CompositionEvent(name, { bubbles: true }));
  getSelection()!.collapse(text, at);
  quill.update();
  compose('compositionstart');
  text.insertData(at, isComposed ? 'c' : typed);
  if (isComposed) text.replaceData(at, 1, typed);
  getSelection()!.collapse(text, at + typed.length);
  compose('compositionend');
  return `type ${typed} at ${at} of ${text.data}`;
}

/**
 * Fuzz test: applies random edits of every kind, and the same edits to a plain Quill.
 * @returns the errors of the first step that has any
 */
async function write(seed: number, steps: number): Promise<string[]> {
  const random = new Random(seed);
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  const quill = openQuill(place);
  const plain = openPlainQuill();
  let heard = quill.getContents();
  let isAsked = false;
  quill.on('text-change', (change) => {
    heard = heard.compose(change);
    if (!isAsked) plain.updateContents(change, 'api');
  });
  const both = (action: (quill: Quill) => void) => {
    isAsked = true;
    action(quill);
    action(plain);
    isAsked = false;
  };
  const start = randomLines(random, 600);
  both((each) => each.setContents(start, 'api'));

  for (let step = 0; step < steps; step += 1) {
    const action = await performRandomEdit(random, quill, both);
    // Quill defers some work, such as the end of a composition.
    await new Promise((resolve) => setTimeout(resolve));
    quill.update();
    const kept = toComparable(quill.getContents());
    const wrong = [
      ...(kept === toComparable(quill.editor.getDelta()) ? [] : ['what is kept is not what is there']),
      ...(kept === toComparable(heard) ? [] : ['what was told is not what was done']),
      ...(kept === toComparable(plain.getContents()) ? [] : ['without sheets it is another text']),
      ...findSheetErrors(quill.root),
    ];
    if (wrong.length > 0) return wrong.map((what) => `seed ${seed}, step ${step}, ${action}: ${what}`);
  }
  const isCopiedAlike = quill.getSemanticHTML() === plain.getSemanticHTML();
  return isCopiedAlike ? [] : [`seed ${seed}: without sheets another text is copied`];
}

const toComparable = (delta: Delta) =>
  JSON.stringify(
    delta.ops.map(({ insert, attributes = {} }) => [
      insert,
      Object.entries(attributes).sort(([one], [other]) => (one < other ? -1 : 1)),
    ]),
  );

Object.assign(window, { write });
