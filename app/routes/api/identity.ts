import { z } from 'zod';
import { accessTokenSchema, linkedinCodeSchema, tokenAnswer } from '@/app/domain/api/account';
import type { AppErrorCode } from '@/app/domain/errors';
import { operation } from '@/app/http/api/operation';
import { programOf } from '@/app/http/api/program.server';
import { exchangeLinkedinCode, identifyByToken } from '@/app/http/oauth/identity-token.server';
import { signInByIdentity } from '@/app/services/api/sign-in.server';

const tag = 'account';

const PROVIDER_ERRORS: AppErrorCode[] = [
  'account.identity-not-configured',
  'account.identity-token-invalid',
  'account.identity-failed',
];
const SIGN_IN_ERRORS: AppErrorCode[] = [
  ...PROVIDER_ERRORS,
  'account.identity-unverified',
  'account.login-failed',
  'account.closed',
];

/** Signing in with a token that the program got from an identity provider, in one call or LinkedIn's two. */
export const identity = [
  operation({
    ...{ id: 'googleLogin', method: 'POST', path: '/auth/google/authentication', tag, access: 'open' },
    body: accessTokenSchema,
    answer: tokenAnswer,
    errors: SIGN_IN_ERRORS,
    example: { body: { access_token: 'ya29.a0AfB_byC' } },
    handle: async (call) => {
      const person = await identifyByToken('google', call.body.access_token);
      return { data: await signInByIdentity(person, programOf(call)) };
    },
  }),

  operation({
    ...{ id: 'linkedinToken', method: 'POST', path: '/auth/linkedin/access_token', tag, access: 'open' },
    body: linkedinCodeSchema,
    answer: z.object({ data: z.string() }),
    errors: [...PROVIDER_ERRORS, 'account.identity-redirect-invalid'],
    example: { body: { code: 'AQTQmah11l', redirect_uri: 'https://example.com/auth/linkedin/callback' } },
    handle: async ({ body }) => ({ data: await exchangeLinkedinCode(body.code, body.redirect_uri) }),
  }),

  operation({
    ...{ id: 'linkedinLogin', method: 'POST', path: '/auth/linkedin/profile', tag, access: 'open' },
    body: accessTokenSchema,
    answer: tokenAnswer,
    errors: SIGN_IN_ERRORS,
    example: { body: { access_token: 'AQXdSP_W41' } },
    handle: async (call) => {
      const person = await identifyByToken('linkedin', call.body.access_token);
      return { data: await signInByIdentity(person, programOf(call)) };
    },
  }),
];
