import { createHash } from 'node:crypto';

const DIGITS = '0123456789abcdefghijklmnopqrstuv';

/**
 * The id of what one submission of a form makes, in base32hex (RFC 4648, section 7), so that a repeated one makes it
 * once. Accounts cannot name each other's.
 */
export function eventIdOf(userId: number, submissionId: string): string {
  const bits = [...createHash('sha256').update(`${userId}:${submissionId}`).digest()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => DIGITS[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
