/**
 * Whether a text is an address of the web, without a user or password. Parsers of addresses drop line breaks and read
 * `\\` as `/`: what is stored is what was meant.
 */
export function isWebAddress(text: string): boolean {
  if (/[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['https:', 'http:'].includes(protocol) && !username && !password;
}
