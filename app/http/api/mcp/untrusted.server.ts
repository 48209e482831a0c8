import { randomBytes } from 'node:crypto';

/**
 * Marks what people said or wrote as content, not instructions. The random name of the tag cannot be closed by the
 * content itself.
 */
export function untrusted(source: string, text: string): string {
  const tag = `untrusted-${randomBytes(6).toString('hex')}`;
  return `<${tag} source="${source}">\n${text}\n</${tag}>`;
}
