import type { LoaderFunctionArgs } from '@remix-run/node';
import { languageOf } from '@/app/http/headers/language.server';
import { finishOAuth, requireProvider } from '@/app/http/oauth/oauth.server';
import { browserOf } from '@/app/http/session/browser.server';
import { finishSignIn } from '@/app/http/session/challenge.server';
import { confirmIdentity } from '@/app/services/account/confirm-identity.server';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const provider = requireProvider(params.provider);
  return finishOAuth(provider, request, async (identity, { oauthState, returnTo, ...visitor }) => {
    const browser = { ...(await browserOf({ request, context })), secret: oauthState };
    const entry = await confirmIdentity(identity, await languageOf(request), {
      oauthState,
      browser,
      ...visitor,
    });
    return finishSignIn(request, entry, returnTo);
  });
}
