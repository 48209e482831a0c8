import { expect, it } from 'vitest';
import { isLoopback } from '@/app/config/is-loopback.server';

const WITHOUT_PORT = [
  'localhost',
  '127.0.0.1',
  '127.8.9.10',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
];

it.each([
  ...WITHOUT_PORT,
  ...WITHOUT_PORT.map((host) => `${host}:3000`),
  // As in sockets and HOST.
  '::1',
  '::ffff:127.0.0.1',
])('%s is loopback', (host) => {
  expect(isLoopback(host)).toBe(true);
});

it.each([
  '',
  ':3000',
  '0.0.0.0',
  '::',
  '[::]',
  '10.0.0.1:80',
  '192.0.2.7',
  '::ffff:192.0.2.7',
  '[2001:db8::1]:443',
  '[127.0.0.1]',
  '[localhost]',
  '[::1',
  '127.0.0.1.evil.example:80',
  '127.0.0.999',
  'localhost.evil.example',
  'localhost:3000:3000',
  'localhost:x',
  'localhost@evil.example',
  'notlocalhost',
])('%j is not loopback', (host) => {
  expect(isLoopback(host)).toBe(false);
});
