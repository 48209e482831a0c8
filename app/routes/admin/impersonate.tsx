import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ImpersonationForm } from '@/app/components/admin/ImpersonationForm';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, newSubmissionId, readForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { isAdministrator, requireAdmin } from '@/app/http/session/admin.server';
import { requireUser } from '@/app/http/session/session.server';
import { describeUser } from '@/app/services/admin/describe-user.server';
import { startImpersonation } from '@/app/services/admin/start-impersonation.server';

/**
 * Requires the administrator named in the path. Also accepts an administrator who is already impersonating a
 * user, for a repeated post of the form.
 * @throws Response 404 for any other user
 */
async function requireNamedAdmin(request: Request, cryptoAdmin: string | undefined) {
  const user = await requireUser(request);
  const { id: adminId, publicId } = user.impersonator ?? user;
  if (!isAdministrator(user) || publicId !== cryptoAdmin) throw new Response(null, { status: 404 });
  return { adminId, sessionId: user.sessionId };
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const admin = await requireAdmin(request);
  if (admin.publicId !== params.adminPublicId) throw new Response(null, { status: 404 });
  const { publicId, name, email, role } = await orNotFound(describeUser(String(params.userPublicId)));
  if (role === 'admin') throw new Response(null, { status: 404 });
  return {
    ...{ publicId, name, email },
    submissionId: newSubmissionId(),
    title: await titleOf(request, 'admin', 'acting.title'),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request, params }) => {
  const { adminId, sessionId } = await requireNamedAdmin(request, params.adminPublicId);
  const { submissionId } = await readForm(request, plainSchema);
  await orNotFound(
    startImpersonation({ adminId, sessionId, submissionId, publicId: String(params.userPublicId) }),
  );
  return redirectWithToast('/', { key: 'toast.actingBegan', kind: 'warning' });
});

export default function ImpersonationPage() {
  const problem = useActionData<typeof action>();
  return <ImpersonationForm {...useLoaderData<typeof loader>()} errors={problem?.errors ?? {}} />;
}
