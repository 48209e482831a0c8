import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { InvitationsPage } from '@/app/components/admin/InvitationsPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { inviteSchema, revokeInvitationSchema } from '@/app/domain/admin/forms';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { languageOf } from '@/app/http/headers/language.server';
import { asAdmin } from '@/app/http/session/action-context.server';
import { requireAdmin } from '@/app/http/session/admin.server';
import { signUpRule } from '@/app/http/views/sign-up.server';
import { invite, listInvitations, revokeInvitation } from '@/app/services/admin/invitations.server';

const PAGE = '/admin/invitations';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const before = Number(new URL(request.url).searchParams.get('before')) || undefined;
  const { rows, older } = await listInvitations(before);
  return { rule: signUpRule, rows, moreHref: older === null ? null : `${PAGE}?before=${older}` };
}

export const handle = pageTitle('admin', 'invitations.title');

export const action = formAction(
  onIntent(asAdmin, {
    invite: [
      inviteSchema,
      async (form, { adminId, request }) => {
        await invite({ adminId, ...form, language: await languageOf(request) });
        return redirectWithToast(PAGE, { key: 'toast.invited', kind: 'success' });
      },
    ],
    revoke: [
      revokeInvitationSchema,
      async (form, { adminId }) => {
        await revokeInvitation({ adminId, ...form });
        return redirectWithToast(PAGE, { key: 'toast.invitationRevoked', kind: 'success' });
      },
    ],
  }),
);

export default function InvitationsRoute() {
  return <InvitationsPage {...useLoaderData<typeof loader>()} />;
}
