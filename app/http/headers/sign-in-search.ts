import { toLeadOrigin } from '@/app/domain/account/lead-origin';
import { localPath } from './local-path';

/** What the query string of the login and sign-up pages says, and their links to each other keep. */
export function readSignInSearch(address: string): { search: string; leadOrigin: string | undefined } {
  const { searchParams } = new URL(address);
  const returnTo = localPath(searchParams.get('returnTo'));
  const leadOrigin = toLeadOrigin(searchParams.get('utm_source'));
  const kept = new URLSearchParams({
    ...(returnTo !== '/' && { returnTo }),
    ...(leadOrigin && { utm_source: leadOrigin }),
  });
  return { search: kept.size > 0 ? `?${kept}` : '', leadOrigin };
}
