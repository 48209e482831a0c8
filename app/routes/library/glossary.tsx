import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { GlossaryPage } from '@/app/components/library/GlossaryPage';
import { glossarySchema, MAX_TERM_LENGTH, MAX_TERMS } from '@/app/domain/library/glossary';
import { formAction, formBytesFor, newSubmissionId, readForm } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { requireUser } from '@/app/http/session/session.server';
import { readGlossary, saveGlossary } from '@/app/services/library/glossary.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return {
    title: await titleOf(request, 'account', 'glossary.title'),
    terms: await readGlossary(user.id),
    submissionId: newSubmissionId(),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request }) => {
  const user = await requireUser(request);
  const form = await readForm(request, glossarySchema, {
    maxBytes: formBytesFor(MAX_TERMS * MAX_TERM_LENGTH),
  });
  await saveGlossary({ userId: user.id, ...form });
  return redirectWithToast('/account/glossary', { key: 'toast.glossarySaved', kind: 'success' });
});

export default function GlossaryRoute() {
  const problem = useActionData<typeof action>();
  const page = useLoaderData<typeof loader>();
  return <GlossaryPage {...page} values={problem?.values ?? {}} errors={problem?.errors ?? {}} />;
}
