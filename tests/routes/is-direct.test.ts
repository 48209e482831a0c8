import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { isDirect } from '@/app/http/is-direct';

const from = (remoteAddress: string | undefined, headers = {}) =>
  isDirect({ headers, socket: { remoteAddress } } as IncomingMessage);

it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])(
  'who asks from %s sits at this machine',
  (address) => {
    expect(from(address)).toBe(true);
    expect(from(address, { 'x-forwarded-for': '127.0.0.1' })).toBe(false);
  },
);

it.each([
  '192.0.2.7',
  '10.0.0.1',
  '172.17.0.1',
  '0.0.0.0',
  '::',
  '::ffff:192.0.2.7',
  'fe80::1',
  '2001:db8::1',
  undefined,
])('who asks from %s does not, whatever HOST says', (address) => {
  expect(from(address)).toBe(false);
});
