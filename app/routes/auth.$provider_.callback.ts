import type { LoaderFunctionArgs } from '@remix-run/node';
import { enter } from '@/app/http/challenge.server';
import { comeBack, offeredProvider } from '@/app/http/identity.server';
import { languageOf } from '@/app/http/language.server';
import { confirmIdentity } from '@/app/services/account/confirm-identity.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const provider = offeredProvider(params.provider);
  return comeBack(provider, request, async (identity, returnTo) =>
    enter(request, await confirmIdentity(identity, await languageOf(request)), returnTo, provider),
  );
}
