const LONGEST = 2_000;

/** Web pages and e-mail addresses. */
const OUTSIDE = /^(https?:\/\/[^\s/?#]|mailto:[^\s@]+@)/i;

/** A position in a transcription of this site. */
const OWN_PLACE = /^\/transcriptions\/[\w-]{22}(\?t=\d{1,7}(\.\d{1,3})?)?(#t)?$/;

/** Characters that would end the URL early in markup or in the plain form. */
const ENDS_ADDRESS = /[\s()<>"'`\\{}|^[\]]/g;

/**
 * Sanitises the URL of a link; null for one that is not allowed. Allowed are web pages, e-mail addresses, and
 * times of a transcription.
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
