import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { DegravacaoPage } from '@/app/components/transcript/degravacao/DegravacaoPage';
import {
  degravacaoDownloadSchema,
  degravacaoSchema,
  recordOfForm,
} from '@/app/domain/transcript/degravacao/forms';
import { MAX_RECORD_TEXT } from '@/app/domain/transcript/degravacao/record';
import { MAX_PEOPLE } from '@/app/domain/transcript/people';
import { formAction, formBytesFor, onIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { readDegravacao } from '@/app/services/transcript/degravacao/read-degravacao.server';
import { saveDegravacao } from '@/app/services/transcript/degravacao/save-degravacao.server';
import { saveFirst } from '@/app/services/transcript/unsaved-changes.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return orNotFound(readDegravacao(user.id, publicIdOf(params)));
}

export const handle = pageTitle('transcript', 'degravacao.title');

export const action = formAction(
  onIntent(
    asUser,
    {
      save: [
        degravacaoSchema,
        async (form, { userId, publicId }) => {
          const { version, submissionId } = form;
          await saveDegravacao(userId, publicId, { version, submissionId, record: recordOfForm(form) });
          const to = `/transcriptions/${publicId}/degravacao`;
          return redirectWithToast(to, { key: 'toast.degravacaoSaved', kind: 'success' });
        },
      ],
      download: [
        degravacaoDownloadSchema,
        async ({ format, ...form }, { userId, publicId }) => {
          await saveFirst(userId, publicId, form);
          return redirect(`/transcriptions/${publicId}/degravacao/export.${format}`, 303);
        },
      ],
    },
    {
      maxFields: 3 * MAX_PEOPLE + 20,
      // Speaker, role and name of each person, and a few fields of their own.
      maxBytes: formBytesFor(3 * MAX_PEOPLE * MAX_RECORD_TEXT),
    },
  ),
);

export default function DegravacaoRoute() {
  return <DegravacaoPage {...useLoaderData<typeof loader>()} />;
}
