import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { GlossaryPage } from '@/app/components/library/GlossaryPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { glossarySchema, MAX_TERM_LENGTH, MAX_TERMS } from '@/app/domain/library/glossary';
import { formAction, formBytesFor, onForm } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { readGlossary, saveGlossary } from '@/app/services/library/glossary.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return { terms: await readGlossary(user.id) };
}

export const handle = pageTitle('account', 'glossary.title');

export const action = formAction(
  onForm(
    asUser,
    [
      glossarySchema,
      async (form, { userId }) => {
        await saveGlossary({ userId, ...form });
        return redirectWithToast('/account/glossary', { key: 'toast.glossarySaved', kind: 'success' });
      },
    ],
    { maxBytes: formBytesFor(MAX_TERMS * MAX_TERM_LENGTH) },
  ),
);

export default function GlossaryRoute() {
  return <GlossaryPage {...useLoaderData<typeof loader>()} />;
}
