import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '@/app/config/secret.server';
import type { SignedUrlOptions } from './port';

interface SignedObject {
  key: string;
  contentType: string;
  disposition: string;
}

const PATH = '/files/';

/** Signs the HTTP method and all parameters of the URL. */
const signatureOf = (key: string, expires: string, contentType: string, disposition: string) =>
  keyedHash('object-address', JSON.stringify(['GET', key, expires, contentType, disposition]));

/** @returns signed URL, as a local path, under which our server sends an object */
export function createSignedUrl(key: string, options: SignedUrlOptions, now = Date.now()): string {
  const { expiresInSeconds, contentType, disposition } = options;
  const expires = String(Math.floor(now / 1000) + expiresInSeconds);
  const signature = signatureOf(key, expires, contentType, disposition);
  return `${PATH}${key}?${new URLSearchParams({ expires, type: contentType, disposition, signature })}`;
}

/** Verifies a signed URL. @returns null when it has expired or its signature is wrong */
export function verifySignedUrl(address: URL, now = Date.now()): SignedObject | null {
  const { pathname, searchParams: said } = address;
  if (!pathname.startsWith(PATH)) return null;
  const key = pathname.slice(PATH.length);
  const [expires, contentType, disposition, signature] = ['expires', 'type', 'disposition', 'signature'].map(
    (name) => said.get(name) ?? '',
  ) as [string, string, string, string];
  const expected = Buffer.from(signatureOf(key, expires, contentType, disposition));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Number(expires) * 1000 > now ? { key, contentType, disposition } : null;
}
