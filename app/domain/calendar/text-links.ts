/** A stretch of a text; one that is an address names where it leads. */
export interface TextStretch {
  text: string;
  href: string | null;
}

const ADDRESS = /https?:\/\/[^\s<>"]+/gi;

/** What ends a sentence or a bracket around an address, and is no part of it. */
const AFTER_ADDRESS = /[.,;:!?'»)\]}]+$/;

/** Splits a plain text at its web addresses; joined, the stretches are the text. */
export function splitLinks(text: string): TextStretch[] {
  const stretches: TextStretch[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(AFTER_ADDRESS, '');
    if (!URL.canParse(address)) continue;
    if (index > from) stretches.push({ text: text.slice(from, index), href: null });
    stretches.push({ text: address, href: new URL(address).href });
    from = index + address.length;
  }
  if (from < text.length) stretches.push({ text: text.slice(from), href: null });
  return stretches;
}
