import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ActingForm } from '@/app/components/admin/ActingForm';
import { plainSchema } from '@/app/domain/account/forms';
import { requireAdmin } from '@/app/http/admin.server';
import { formAction, newSubmissionId, readForm } from '@/app/http/form.server';
import { orNotFound } from '@/app/http/not-found.server';
import { titleOf } from '@/app/http/page-title.server';
import { redirectWithToast } from '@/app/http/toast.server';
import { beginActing } from '@/app/services/admin/begin-acting.server';
import { describeUser } from '@/app/services/admin/describe-user.server';

/** The link works for the administrator whom it names, and for nobody else. */
async function requireNamedAdmin(request: Request, cryptoAdmin: string | undefined) {
  const admin = await requireAdmin(request);
  if (admin.publicId !== cryptoAdmin) throw new Response(null, { status: 404 });
  return admin;
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireNamedAdmin(request, params.cryptoAdmin);
  const { publicId, name, email, role } = await orNotFound(describeUser(String(params.cryptoUser)));
  if (role === 'admin') throw new Response(null, { status: 404 });
  return {
    ...{ publicId, name, email },
    submissionId: newSubmissionId(),
    title: await titleOf(request, 'admin', 'acting.title'),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request, params }) => {
  const admin = await requireNamedAdmin(request, params.cryptoAdmin);
  const { submissionId } = await readForm(request, plainSchema);
  const { id: adminId, sessionId } = admin;
  await orNotFound(beginActing({ adminId, sessionId, submissionId, publicId: String(params.cryptoUser) }));
  return redirectWithToast('/', { key: 'toast.actingBegan', kind: 'warning' });
});

export default function ActingPage() {
  const problem = useActionData<typeof action>();
  return <ActingForm {...useLoaderData<typeof loader>()} errors={problem?.errors ?? {}} />;
}
