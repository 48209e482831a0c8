import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ImpersonationForm } from '@/app/components/admin/ImpersonationForm';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { isAdministrator, requireAdmin } from '@/app/http/session/admin.server';
import { requireUser } from '@/app/http/session/session.server';
import { describeUser } from '@/app/services/admin/describe-user.server';
import { startImpersonation } from '@/app/services/admin/impersonation.server';

/** The administrator named in the path, also while impersonating, for a repeated post of the form. */
async function asNamedAdmin({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request);
  const { id: adminId, publicId } = user.impersonator ?? user;
  if (!isAdministrator(user) || publicId !== params.adminPublicId) throw new Response(null, { status: 404 });
  return { adminId, sessionId: user.sessionId, publicId: String(params.userPublicId) };
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const admin = await requireAdmin(request);
  if (admin.publicId !== params.adminPublicId) throw new Response(null, { status: 404 });
  const { publicId, name, email, role } = await orNotFound(describeUser(String(params.userPublicId)));
  if (role === 'admin') throw new Response(null, { status: 404 });
  return { publicId, name, email };
}

export const handle = pageTitle('admin', 'acting.title');

export const action = formAction(
  onForm(asNamedAdmin, [
    plainSchema,
    async ({ submissionId }, named) => {
      await orNotFound(startImpersonation({ ...named, submissionId }));
      return redirectWithToast('/', { key: 'toast.actingBegan', kind: 'warning' });
    },
  ]),
);

export default function ActingPage() {
  return <ImpersonationForm {...useLoaderData<typeof loader>()} />;
}
