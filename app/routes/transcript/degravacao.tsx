import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { DegravacaoPage } from '@/app/components/transcript/degravacao/DegravacaoPage';
import { NO_PROBLEM } from '@/app/domain/form-problem';
import type { DegravacaoSheet } from '@/app/domain/transcript/degravacao/document';
import {
  degravacaoDownloadSchema,
  degravacaoDraftSchema,
  degravacaoSchema,
  recordOfForm,
} from '@/app/domain/transcript/degravacao/forms';
import {
  type DegravacaoRecord,
  MAX_RECORD_TEXT,
  participantsOf,
} from '@/app/domain/transcript/degravacao/record';
import { MAX_PEOPLE } from '@/app/domain/transcript/people';
import { formAction, formBytesFor, onIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { languageOf } from '@/app/http/headers/language.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { previewDegravacao } from '@/app/services/transcript/degravacao/export-degravacao.server';
import { readDegravacao } from '@/app/services/transcript/degravacao/read-degravacao.server';
import { saveDegravacao } from '@/app/services/transcript/degravacao/save-degravacao.server';
import { saveFirst } from '@/app/services/transcript/unsaved-changes.server';

/** A record that is shown before it is kept. */
interface Previewed {
  record: DegravacaoRecord;
  sheets: DegravacaoSheet[];
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const view = await orNotFound(readDegravacao(user.id, publicId));
  const { record } = view;
  const sheets = await previewDegravacao(user.id, { publicId, record, language: await languageOf(request) });
  return { ...view, sheets, failed: new URL(request.url).searchParams.get('failed') };
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
      preview: [
        degravacaoDraftSchema,
        async (form, { request, userId, publicId }) => {
          const record = recordOfForm(form);
          const language = await languageOf(request);
          const sheets = await previewDegravacao(userId, { publicId, record, language });
          return { ...NO_PROBLEM, previewed: { record, sheets } };
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
  const kept = useLoaderData<typeof loader>();
  const previewed = useActionData<{ previewed?: Previewed }>()?.previewed;
  return (
    <DegravacaoPage
      {...kept}
      {...(previewed && {
        ...previewed,
        people: participantsOf(
          previewed.record,
          kept.people.map(({ speaker }) => speaker),
        ),
      })}
      keptProfile={kept.record.profile}
    />
  );
}
