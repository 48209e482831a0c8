import type { LoaderFunctionArgs } from '@remix-run/node';
import { browserOf } from '@/app/http/session/browser.server';
import { relyingPartyAt } from '@/app/services/account/passkeys/relying-party.server';
import { passkeySignInOptions } from '@/app/services/account/passkeys/sign-in-with-passkey.server';

/** Asked for at each press of the button, because a challenge does not live as long as a login page. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const party = relyingPartyAt(request.url);
  if (!party) return new Response(null, { status: 404 });
  const { secret } = await browserOf({ request, context });
  const options = await passkeySignInOptions(secret, party);
  return Response.json(options, { headers: { 'Cache-Control': 'no-store' } });
}
