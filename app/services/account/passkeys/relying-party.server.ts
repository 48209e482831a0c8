import { isIP } from 'node:net';
import { settings } from '@/app/config/env.server';

/** Whom passkeys belong to: what a device signs for, and the only page that may ask it. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * From the settings, never from a Host header, which may be forged. In local mode, where the port may be
 * chosen at start, the page at http://localhost too. Null where WebAuthn does not work: at an IP address.
 */
export function relyingPartyAt(pageOrigin: string): RelyingParty | null {
  const page = new URL(pageOrigin);
  const isLocalPage = settings.isLocal && page.protocol === 'http:' && page.hostname === 'localhost';
  const { hostname, origin, protocol } = isLocalPage ? page : new URL(settings.publicUrl);
  const isSecure = protocol === 'https:' || /^(.+\.)?localhost$/.test(hostname);
  if (!isSecure || isIP(hostname) > 0 || hostname.startsWith('[')) return null;
  return { id: hostname, origin };
}

/**
 * The same page under a name that can have passkeys, for one at a loopback IP address in local mode; null elsewhere.
 * The query is left out.
 */
export function localhostPage(pageUrl: string): string | null {
  const { hostname, port, pathname } = new URL(pageUrl);
  if (!settings.isLocal || !['127.0.0.1', '[::1]'].includes(hostname)) return null;
  return `http://localhost${port && `:${port}`}${pathname}`;
}
