import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { UserPage } from '@/app/components/admin/UserPage';
import { grantSchema } from '@/app/domain/admin/forms';
import { PRODUCT_NAME } from '@/app/domain/product';
import { formAction, newSubmissionId, readForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { requireAdmin } from '@/app/http/session/admin.server';
import { describeUser } from '@/app/services/admin/describe-user.server';
import { grantMinutes } from '@/app/services/admin/grant-minutes.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const admin = await requireAdmin(request);
  const user = await orNotFound(describeUser(publicIdOf(params)));
  const isAdmin = user.role === 'admin';
  return {
    user: {
      ...user,
      createdAt: user.createdAt.toISOString(),
      ledger: user.ledger.map((line) => ({ ...line, createdAt: line.createdAt.toISOString() })),
      audit: user.audit.map((line) => ({ ...line, createdAt: line.createdAt.toISOString() })),
    },
    impersonationHref: isAdmin ? null : `/login-admin-as-user/${user.publicId}/${admin.publicId}`,
    submissionId: newSubmissionId(),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.user.name} · ${PRODUCT_NAME}` : PRODUCT_NAME },
];

export const action = formAction(async ({ request, params }) => {
  const { id: adminId } = await requireAdmin(request);
  const grant = await readForm(request, grantSchema);
  const publicId = publicIdOf(params);
  await orNotFound(grantMinutes({ adminId, ...grant, user: { publicId } }));
  return redirectWithToast(`/admin/users/${publicId}`, { key: 'toast.minutesGranted', kind: 'success' });
});

export default function AdminUserPage() {
  const problem = useActionData<typeof action>();
  return (
    <UserPage
      {...useLoaderData<typeof loader>()}
      values={problem?.values ?? {}}
      errors={problem?.errors ?? {}}
    />
  );
}
