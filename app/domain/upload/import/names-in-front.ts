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
 * a capital is a name, and what comes again, and all are where every passage begins with one. Who speaks goes on
 * until the next name.
 */
export function namesInFront(passages: readonly ImportedPassage[]): ImportedPassage[] {
  const counts = new Map<string, number>();
  const names = passages.map(nameIn);
  for (const name of names) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  const begins = names[0] !== null && names[0] !== undefined;
  const doAllBegin = !names.includes(null);
  const isName = (name: string) =>
    doAllBegin || counts.get(name)! > 1 || (begins && /^\p{Lu}/u.test(name)) || name === names[0];
  if (!begins && ![...counts.values()].some((count) => count > 1)) return [...passages];
  let speaker: string | null = null;
  return passages.map((passage, index) => {
    const name = names[index];
    if (!name || !isName(name)) return { ...passage, speaker };
    speaker = name;
    return { ...passage, speaker, text: passage.text.slice(passage.text.indexOf(':') + 1).trim() };
  });
}

/** What may be a name alone on a line, with a colon or without: no sentence, but also one with a role in parentheses. */
const ALONE = /^\p{L}[^:,;?!<>{}[\]"\n]{0,199}(?<!\.):?$/u;
/** Words of names that begin with a small letter. */
const PARTICLE = /^(d[aeo]s?|d[ei]l?|e|y|la|le|van|von|der)$/u;

const wordsOf = (name: string) => name.split(/[\s.]+/).filter((word) => word !== '');

const isProperName = (name: string): boolean =>
  wordsOf(name.replace(/\([^)]*\)/g, '')).every((word) => /^[\p{Lu}\d]/u.test(word) || PARTICLE.test(word));

/**
 * Passages whose speakers stand alone beside the time, with what they say on the lines below. Such a line is a name
 * when one comes again, when all are single words, or when all are capitalised as names.
 * @param said what stands below each
 * @returns null when that is not so of all of them
 */
export function namesAbove(
  passages: readonly ImportedPassage[],
  said: readonly string[],
): ImportedPassage[] | null {
  const lines = passages.map(({ text }) => text.trim());
  const names = lines.map((line) => line.replace(/:$/, ''));
  const mayBeNames =
    said.every((text) => text !== '') &&
    lines.every((line) => ALONE.test(line) && wordsOf(line).length <= MAX_NAME_WORDS);
  const areNames =
    new Set(names).size < names.length ||
    names.every((name) => wordsOf(name).length === 1) ||
    names.every(isProperName);
  if (!mayBeNames || !areNames) return null;
  return passages.map((passage, index) => ({ ...passage, speaker: names[index]!, text: said[index]! }));
}
