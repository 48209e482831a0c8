import type { Request } from 'express';
import { networksOf } from '@/app/domain/network';
import { measureText, type TextAddress } from '@/app/services/platform/offload/measure-text.server';
import { currentUser } from '../session/session.server';
import type { MatchedRoute } from './match-route';

/** The main process renders a text of this length in some 20 ms; longer ones go to a child process. */
const LONG_TEXT_BYTES = 100_000;
const LONG_FORM_BYTES = 32 * 1024;

export const isForm = ({ method }: Request): boolean => method !== 'GET' && method !== 'HEAD';

export async function isHeavy(request: Request, { work, params }: MatchedRoute): Promise<boolean> {
  if (work === 'light') return false;
  if (work === 'long' || work === 'download') return true;
  if (work === 'writes') return isForm(request);
  if (isForm(request) && announcedBytes(request) > LONG_FORM_BYTES) return true;
  const addresses = {
    transcript: { transcription: params.publicId! },
    document: { document: params.publicId! },
    share: { share: params.token! },
  } satisfies Record<typeof work, TextAddress>;
  return (await measureText(addresses[work])) > LONG_TEXT_BYTES;
}

function announcedBytes({ headers }: Request): number {
  return headers['transfer-encoding'] ? Infinity : Number(headers['content-length'] ?? 0);
}

/** Key for fairness: the account, or the network address for a shared link; null without a session. */
export async function accountOf(request: Request, { work }: MatchedRoute): Promise<string | null> {
  if (work === 'share') return `network:${networksOf(request.ip ?? '').narrow}`;
  const { cookie } = request.headers;
  const user = cookie && (await currentUser(new globalThis.Request('http://any/', { headers: { cookie } })));
  return user ? `user:${user.id}` : null;
}
