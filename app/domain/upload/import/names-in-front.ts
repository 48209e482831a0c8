import type { ImportedPassage } from './imported-passage';

/** What may be a name: a few words that begin with a letter, without the punctuation of a sentence. */
const IN_FRONT = /^(\p{L}[^:,;?!<>{}[\]()"\n]{0,79}):\s+(?=\S)/u;
const MAX_NAME_WORDS = 8;

/** 'Ana: bom dia' begins with what may be a name. */
function nameIn({ text }: ImportedPassage): string | null {
  const name = IN_FRONT.exec(text.slice(0, 200))?.[1]?.trim();
  return name && name.split(' ').length <= MAX_NAME_WORDS ? name : null;
}

/**
 * Passages whose speakers stand in front of what they say ('Ana: bom dia'), as captions have no other place for
 * them. A file has names when its first passage begins with one, or when one comes again; then what begins with
 * a capital is a name, and what comes again. Who speaks goes on until the next name.
 */
export function namesInFront(passages: readonly ImportedPassage[]): ImportedPassage[] {
  const counts = new Map<string, number>();
  const names = passages.map(nameIn);
  for (const name of names) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  const begins = names[0] !== null && names[0] !== undefined;
  const isName = (name: string) =>
    counts.get(name)! > 1 || (begins && /^\p{Lu}/u.test(name)) || name === names[0];
  if (!begins && ![...counts.values()].some((count) => count > 1)) return [...passages];
  let speaker: string | null = null;
  return passages.map((passage, index) => {
    const name = names[index];
    if (!name || !isName(name)) return { ...passage, speaker };
    speaker = name;
    return { ...passage, speaker, text: passage.text.slice(passage.text.indexOf(':') + 1).trim() };
  });
}

/** What may be a name alone on a line, with a colon or without. */
const ALONE = /^\p{L}[^:,;?!<>{}[\]()"\n]{0,79}(?<!\.):?$/u;
/** Of names that do not come again: more may be the beginning of a sentence. */
const FEW_WORDS = 3;

/**
 * Passages whose speakers stand alone beside the time, with what they say on the lines below.
 * @param said what stands below each
 * @returns null when that is not so of all of them
 */
export function namesAbove(
  passages: readonly ImportedPassage[],
  said: readonly string[],
): ImportedPassage[] | null {
  const names = passages.map(({ text }) => text.trim());
  const words = names.map((name) => name.split(/\s+/).length);
  const comeAgain = new Set(names).size < names.length;
  const mostWords = comeAgain ? MAX_NAME_WORDS : FEW_WORDS;
  const areNames =
    names.every((name) => ALONE.test(name) && (comeAgain || /^\p{Lu}/u.test(name))) &&
    words.every((count) => count <= mostWords) &&
    said.every((text) => text !== '');
  if (!areNames) return null;
  return passages.map((passage, index) => ({
    ...passage,
    speaker: names[index]!.replace(/:$/, ''),
    text: said[index]!,
  }));
}
