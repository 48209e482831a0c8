import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DeadLettersPage } from '@/app/components/admin/DeadLettersPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { retrySchema } from '@/app/domain/admin/forms';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asAdmin } from '@/app/http/session/action-context.server';
import { requireAdmin } from '@/app/http/session/admin.server';
import { listDeadLetters, retryDeadLetter } from '@/app/services/admin/dead-letters.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const before = Number(new URL(request.url).searchParams.get('before')) || undefined;
  const { rows, older } = await listDeadLetters(before);
  return { rows, moreHref: older === null ? null : `/admin/jobs?before=${older}` };
}

export const handle = pageTitle('admin', 'jobs.title');

export const action = formAction(
  onForm(asAdmin, [
    retrySchema,
    async (form, { adminId }) => {
      const outcome = await retryDeadLetter({ adminId, ...form });
      if (outcome === 'retried')
        return redirectWithToast('/admin/jobs', { key: 'toast.jobRetried', kind: 'success' });
      return redirectWithToast('/admin/jobs', { key: 'toast.jobCleared', kind: 'info' });
    },
  ]),
);

export default function AdminJobsPage() {
  return <DeadLettersPage {...useLoaderData<typeof loader>()} />;
}
