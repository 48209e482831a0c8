const LONGEST = 2_000;

/** Web pages and e-mail addresses. */
const OUTSIDE = /^(https?:\/\/[^\s/?#]|mailto:[^\s@]+@)/i;

/** A place in one of our own transcriptions. */
const OWN_PLACE = /^\/transcriptions\/[\w-]{22}(\?t=\d{1,7}(\.\d{1,3})?)?(#t)?$/;

/** What would end the address early in markup or in the plain form. */
const ENDS_ADDRESS = /[\s()<>"'`\\{}|^[\]]/g;

/**
 * The address of a link as it is kept, or null for one that is not allowed: only the web, e-mail, and times of
 * a transcription.
 */
export function safeLink(href: string): string | null {
  const address = href
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  if (address.length > LONGEST || !(OUTSIDE.test(address) || OWN_PLACE.test(address))) return null;
  return address.replace(ENDS_ADDRESS, percentEncoded);
}

const percentEncoded = (character: string) =>
  [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
