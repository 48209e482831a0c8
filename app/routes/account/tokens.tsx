import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { NewTokenPage } from '@/app/components/account/NewTokenPage';
import { TokensPage } from '@/app/components/account/TokensPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { newTokenSchema, revokeTokenSchema } from '@/app/domain/api/token-forms';
import { formAction, formHeaders, onIntent } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asOwner } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import {
  createPersonalToken,
  listPersonalTokens,
  revokePersonalToken,
} from '@/app/services/api/personal-tokens.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return { tokens: await listPersonalTokens(user.id), isOwner: !user.impersonator };
}

export const handle = pageTitle('account', 'tokens.title');

export const headers = formHeaders;

export const action = formAction(
  onIntent(asOwner, {
    create: [
      newTokenSchema,
      async ({ expires, ...form }, { user }) => ({
        created: { token: await createPersonalToken(user.id, { ...form, expiresInDays: expires }) },
      }),
    ],
    revoke: [
      revokeTokenSchema,
      async ({ token }, { user }) => {
        await revokePersonalToken(user.id, token);
        return redirectWithToast('/account/tokens', { key: 'toast.tokenRevoked', kind: 'success' });
      },
    ],
  }),
);

export default function TokensRoute() {
  const page = useLoaderData<typeof loader>();
  const { created } = useActionData<{ created?: { token: string | null } }>() ?? {};
  return created ? <NewTokenPage token={created.token} /> : <TokensPage {...page} />;
}
