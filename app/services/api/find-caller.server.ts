import type { ApiCaller } from './api-user.server';
import { findTokenCaller } from './personal-tokens.server';
import { findSignInCaller } from './sign-in-token.server';

/** Who calls with a bearer token, of a sign-in or a personal one; null when it opens nothing. */
export const findCaller = (token: string): Promise<ApiCaller | null> =>
  token.startsWith('cel_') ? findTokenCaller(token) : findSignInCaller(token);
