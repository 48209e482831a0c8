import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { GlossaryPage } from '@/app/components/profile/GlossaryPage';
import { glossarySchema, MAX_TERM_LENGTH, MAX_TERMS } from '@/app/domain/glossary/glossary';
import { formAction, formBytesFor, newSubmissionId, readForm } from '@/app/http/form.server';
import { titleOf } from '@/app/http/page-title.server';
import { requireUser } from '@/app/http/session.server';
import { redirectWithToast } from '@/app/http/toast.server';
import { readGlossary, saveGlossary } from '@/app/services/glossary/glossary.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return {
    title: await titleOf(request, 'profile', 'glossary.title'),
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
