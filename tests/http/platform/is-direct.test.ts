import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { isDirect } from '@/app/http/headers/is-direct';

const from = (remoteAddress: string | undefined, headers = {}) =>
  isDirect({ headers: { host: 'localhost:3000', ...headers }, socket: { remoteAddress } } as IncomingMessage);

it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('a request from %s is direct', (address) => {
  expect(from(address)).toBe(true);
  expect(from(address, { 'x-forwarded-for': '127.0.0.1' })).toBe(false);
});

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
])('a request from %s is not direct, whatever HOST says', (address) => {
  expect(from(address)).toBe(false);
});

it.each([
  'evil.example',
  'evil.example:3000',
  '192.0.2.7',
  'localhost.evil.example',
  '',
  '127.0.0.1.evil.example:80',
])('a request with Host %j is not direct (DNS rebinding)', (host) => {
  expect(from('127.0.0.1', { host })).toBe(false);
});

it.each(['localhost', '127.0.0.1:3000', '127.8.9.10', '[::1]:3000'])('Host %s is loopback', (host) => {
  expect(from('127.0.0.1', { host })).toBe(true);
});
