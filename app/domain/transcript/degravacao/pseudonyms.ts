import { foldWord } from '../../library/searchable-words';
import { isAnonymous } from '../speaker';
import type { Participant } from './record';

/** Somebody under a code, as in a study. */
export interface Pseudonym {
  /** 'P1', 'P2', … in the order in which people begin to speak. */
  code: string;
  participant: Participant;
}

const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;

/** Between the names of one person; they are nobody's. */
const PARTICLES = new Set(['de', 'da', 'do', 'das', 'dos', 'e', 'del', 'di', 'von', 'van']);

/** Before a name; as a part of a name they would hide a common word. */
const TITLES = new Set(
  'dr dra doutor doutora sr sra senhor senhora prof professor professora dom dona'.split(' '),
);

/** Shorter parts of a name, such as an initial, are too common to hide. */
const MIN_PART_LETTERS = 3;

export const pseudonymsOf = (participants: readonly Participant[]): Pseudonym[] =>
  participants.map((participant, index) => ({ code: `P${index + 1}`, participant }));

/**
 * Replaces every name of the people, whole or in part, by their code, whatever its accents and case. A part that
 * several people share becomes all of their codes, 'P1/P3'. A name that is a common word too is hidden there as
 * well: a name that stays is worse than a word that goes.
 */
export function hideNames(pseudonyms: readonly Pseudonym[]): (text: string) => string {
  const codes = new Map<string, string[]>();
  for (const { code, participant } of pseudonyms) {
    for (const part of namePartsOf(participant)) codes.set(part, [...(codes.get(part) ?? []), code]);
  }
  return (text) => replaceNames(text, codes);
}

function namePartsOf({ speaker, name }: Participant): Set<string> {
  const names = isAnonymous(speaker) ? [name] : [speaker, name];
  const parts = names.flatMap((each) => each.match(TOKEN) ?? []).map(foldWord);
  return new Set(parts.filter((part) => part.length >= MIN_PART_LETTERS && !isCommon(part)));
}

const isCommon = (part: string) => PARTICLES.has(part) || TITLES.has(part);

interface Token {
  start: number;
  end: number;
  folded: string;
}

/** Neighbouring parts of a name, also with a particle between them, become one code. */
function replaceNames(text: string, codes: ReadonlyMap<string, readonly string[]>): string {
  const tokens = [...text.matchAll(TOKEN)].map(
    ({ 0: found, index }): Token => ({ start: index, end: index + found.length, folded: foldWord(found) }),
  );
  let replaced = '';
  let end = 0;
  for (let index = 0; index < tokens.length; index += 1) {
    const first = tokens[index]!;
    let common = codes.get(first.folded);
    if (!common) continue;
    let last = first;
    for (let next = index + 1; next < tokens.length; next += 1) {
      const token = tokens[next]!;
      if (!/^[ -]?$/.test(text.slice(tokens[next - 1]!.end, token.start))) break;
      if (PARTICLES.has(token.folded)) continue;
      const shared: string[] = common.filter((code) => codes.get(token.folded)?.includes(code));
      if (shared.length === 0) break;
      common = shared;
      last = token;
      index = next;
    }
    replaced += text.slice(end, first.start) + common.join('/');
    end = last.end;
  }
  return replaced + text.slice(end);
}
