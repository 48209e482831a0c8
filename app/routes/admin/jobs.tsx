import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DeadLettersPage } from '@/app/components/admin/DeadLettersPage';
import { retrySchema } from '@/app/domain/admin/forms';
import { formAction, newSubmissionId, readForm } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { requireAdmin } from '@/app/http/session/admin.server';
import { listDeadLetters } from '@/app/services/admin/list-dead-letters.server';
import { retryDeadLetter } from '@/app/services/admin/retry-dead-letter.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const before = Number(new URL(request.url).searchParams.get('before')) || undefined;
  const { rows, older } = await listDeadLetters(before);
  return {
    rows: rows.map(({ finishedAt, ...job }) => ({
      ...job,
      finishedAt: finishedAt?.toISOString() ?? null,
      submissionId: newSubmissionId(),
    })),
    moreHref: older === null ? null : `/admin/jobs?before=${older}`,
    title: await titleOf(request, 'admin', 'jobs.title'),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request }) => {
  const { id: adminId } = await requireAdmin(request);
  const outcome = await retryDeadLetter({ adminId, ...(await readForm(request, retrySchema)) });
  return redirectWithToast(
    '/admin/jobs',
    outcome === 'retried'
      ? { key: 'toast.jobRetried', kind: 'success' }
      : { key: 'toast.jobCleared', kind: 'info' },
  );
});

export default function AdminJobsPage() {
  const problem = useActionData<typeof action>();
  return <DeadLettersPage {...useLoaderData<typeof loader>()} errors={problem?.errors ?? {}} />;
}
