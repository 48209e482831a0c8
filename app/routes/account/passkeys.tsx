import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PasskeysPage } from '@/app/components/account/PasskeysPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { removePasskeySchema, renamePasskeySchema } from '@/app/domain/account/passkey-forms';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, formHeaders, onIntent } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asOwner } from '@/app/http/session/action-context.server';
import {
  ADD_PASSKEY,
  mailConfirmationCode,
  REMOVE_PASSKEY,
  RENEW_RECOVERY_CODES,
} from '@/app/http/session/confirm-by-code.server';
import { requireUser } from '@/app/http/session/session.server';
import { listPasskeys, renamePasskey } from '@/app/services/account/passkeys/own-passkeys.server';
import { countRecoveryCodes } from '@/app/services/account/passkeys/recovery-codes.server';
import { localhostPage, relyingPartyAt } from '@/app/services/account/passkeys/relying-party.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return {
    passkeys: await listPasskeys(user.id),
    recoveryCodes: await countRecoveryCodes(user.id),
    canAdd: relyingPartyAt(request.url) !== null,
    possibleHref: localhostPage(request.url),
    isOwner: !user.impersonator,
    isRequired: user.needsPasskey,
  };
}

export const handle = pageTitle('account', 'passkeys.title');

export const headers = formHeaders;

export const action = formAction(
  onIntent(asOwner, {
    add: [plainSchema, async (form, owner) => mailConfirmationCode(owner, ADD_PASSKEY, form)],
    rename: [
      renamePasskeySchema,
      async ({ passkey, name }, { user }) => {
        await renamePasskey(user.id, passkey, name);
        return redirectWithToast('/account/passkeys', { key: 'toast.passkeyRenamed', kind: 'success' });
      },
    ],
    recovery: [
      plainSchema,
      async ({ submissionId }, owner) =>
        mailConfirmationCode(owner, RENEW_RECOVERY_CODES, { submissionId, search: '?recovery=on' }),
    ],
    remove: [
      removePasskeySchema,
      async ({ submissionId, passkey }, owner) => {
        const search = `?${new URLSearchParams({ passkey })}`;
        return mailConfirmationCode(owner, REMOVE_PASSKEY, { submissionId, search });
      },
    ],
  }),
);

export default function PasskeysRoute() {
  return <PasskeysPage {...useLoaderData<typeof loader>()} />;
}
