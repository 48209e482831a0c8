import type { LoaderFunctionArgs } from '@remix-run/node';
import { browserOf } from '@/app/http/browser.server';
import { enter } from '@/app/http/challenge.server';
import { comeBack, offeredProvider } from '@/app/http/identity.server';
import { languageOf } from '@/app/http/language.server';
import { confirmIdentity } from '@/app/services/account/confirm-identity.server';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const provider = offeredProvider(params.provider);
  return comeBack(provider, request, async (identity, { journey, returnTo }) => {
    const browser = { ...(await browserOf({ request, context })), secret: journey };
    const entry = await confirmIdentity(identity, await languageOf(request), { journey, browser });
    return enter(request, entry, returnTo);
  });
}
