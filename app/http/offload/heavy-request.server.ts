import type { Request } from 'express';
import { networksOf } from '@/app/domain/network';
import { findCaller } from '@/app/services/api/find-caller.server';
import { measureText, type TextAddress } from '@/app/services/platform/offload/measure-text.server';
import { bearerTokenOf } from '../headers/bearer-token';
import { currentUser } from '../session/session.server';
import type { MatchedRoute } from './match-route';

/** The main process renders a text of this length in some 20 ms; longer ones go to a child process. */
const HEAVY_TEXT_BYTES = 100_000;
/** As JSON, which is written in a fifth of the time. */
const HEAVY_JSON_BYTES = 500_000;
/** Some 50,000 words, with their times: a file of it takes a few seconds. */
const LONG_TEXT_BYTES = 5_000_000;
const LONG_FORM_BYTES = 32 * 1024;

export const isForm = ({ method }: Request): boolean => method !== 'GET' && method !== 'HEAD';

/** What a request costs: 'light' is answered here, 'heavy' and 'long' (a long text) by a child process. */
export type Weight = 'light' | 'heavy' | 'long';

export async function weigh(request: Request, route: MatchedRoute): Promise<Weight> {
  const { work } = route;
  if (work === 'light' || (work === 'writes' && !isForm(request))) return 'light';
  if (work === 'writes' || work === 'download') return 'heavy';
  const bytes = await measureText(addressOf(route));
  if (bytes > LONG_TEXT_BYTES) return 'long';
  const isLongForm = isForm(request) && announcedBytes(request) > LONG_FORM_BYTES;
  const heavyBytes = work === 'json' ? HEAVY_JSON_BYTES : HEAVY_TEXT_BYTES;
  return work === 'long' || isLongForm || bytes > heavyBytes ? 'heavy' : 'light';
}

function addressOf({ text, params }: MatchedRoute): TextAddress {
  if (params.token !== undefined) return { share: params.token };
  const publicId = params.publicId!;
  return text === 'document' ? { document: publicId } : { transcription: publicId };
}

function announcedBytes({ headers }: Request): number {
  return headers['transfer-encoding'] ? Infinity : Number(headers['content-length'] ?? 0);
}

/** Key for fairness: the account, or the network address for a shared link; null without a session or token. */
export async function accountOf(request: Request, { work, isApi }: MatchedRoute): Promise<string | null> {
  if (isApi) {
    const token = bearerTokenOf(request.headers.authorization);
    const caller = token && (await findCaller(token));
    return caller ? `user:${caller.user.id}` : null;
  }
  if (work === 'share') return `network:${networksOf(request.ip ?? '').narrow}`;
  const { cookie } = request.headers;
  const user = cookie && (await currentUser(new globalThis.Request('http://any/', { headers: { cookie } })));
  return user ? `user:${user.id}` : null;
}
