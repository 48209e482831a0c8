const MAX_URL_LENGTH = 2_000;

const EXTERNAL_URL = /^(https?:\/\/[^\s/?#]|mailto:[^\s@]+@)/i;

const TRANSCRIPTION_URL = /^\/transcriptions\/[\w-]{22}(\?t=\d{1,7}(\.\d{1,3})?)?(#t)?$/;

/** Characters that would end the URL early in markup or in the plain form. */
const UNSAFE_URL_CHARACTERS = /[\s()<>"'`\\{}|^[\]]/g;

/** Allows web pages, e-mail addresses and times of a transcription; null for anything else. */
export function sanitiseLink(href: string): string | null {
  const address = href
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  if (address.length > MAX_URL_LENGTH || !(EXTERNAL_URL.test(address) || TRANSCRIPTION_URL.test(address)))
    return null;
  return address.replace(UNSAFE_URL_CHARACTERS, percentEncoded);
}

const percentEncoded = (character: string) =>
  [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
