import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { UserPage, type UserPageProps } from '@/app/components/admin/UserPage';
import { dataTitle } from '@/app/components/shell/PageTitle';
import { grantSchema } from '@/app/domain/admin/forms';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asAdmin } from '@/app/http/session/action-context.server';
import { requireAdmin } from '@/app/http/session/admin.server';
import { describeUser } from '@/app/services/admin/describe-user.server';
import { grantMinutes } from '@/app/services/admin/grant-minutes.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const admin = await requireAdmin(request);
  const user = await orNotFound(describeUser(publicIdOf(params)));
  const impersonationHref = `/login-admin-as-user/${user.publicId}/${admin.publicId}`;
  return { user, impersonationHref: user.role === 'admin' ? null : impersonationHref };
}

export const handle = dataTitle(({ user }: UserPageProps) => user.name);

export const action = formAction(
  onForm(asAdmin, [
    grantSchema,
    async (form, { adminId, publicId }) => {
      await grantMinutes({ adminId, ...form, user: { publicId } });
      return redirectWithToast(`/admin/users/${publicId}`, { key: 'toast.minutesGranted', kind: 'success' });
    },
  ]),
);

export default function AdminUserPage() {
  return <UserPage {...useLoaderData<typeof loader>()} />;
}
