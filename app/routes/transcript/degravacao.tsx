import { data, type HeadersFunction, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
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
  DEGRAVACAO_FORMATS,
  type DegravacaoFormat,
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
  taken: 'save' | 'leave';
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const view = await orNotFound(readDegravacao(user.id, publicId));
  const { record } = view;
  const sheets = await previewDegravacao(user.id, { publicId, record, language: await languageOf(request) });
  const { searchParams } = new URL(request.url);
  const started = DEGRAVACAO_FORMATS.find((format) => format === searchParams.get('file')) ?? null;
  const headers = started ? { Refresh: `0; url=${addressOf(publicId)}/export.${started}` } : {};
  return data(
    { ...view, sheets, taken: 'save' as const, started, failed: searchParams.get('failed') },
    { headers },
  );
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const handle = pageTitle('transcript', 'degravacao.title');

type UserContext = Awaited<ReturnType<typeof asUser>>;

async function keepRecord(
  form: z.output<typeof degravacaoSchema>,
  { userId, publicId }: UserContext,
): Promise<void> {
  const { version, submissionId } = form;
  await saveDegravacao(userId, publicId, { version, submissionId, record: recordOfForm(form) });
}

/** The page that follows begins the download. */
const saveAndDownload =
  (format: DegravacaoFormat) =>
  async (form: z.output<typeof degravacaoDownloadSchema>, context: UserContext) => {
    const { userId, publicId } = context;
    await keepRecord(form, context);
    await saveFirst(userId, publicId, form);
    return redirect(`${addressOf(publicId)}?file=${format}#files`, 303);
  };

const addressOf = (publicId: string) => `/transcriptions/${publicId}/degravacao`;

export const action = formAction(
  onIntent(
    asUser,
    {
      save: [
        degravacaoSchema,
        async (form, context) => {
          await keepRecord(form, context);
          const toast = { key: 'toast.degravacaoSaved', kind: 'success' } as const;
          return redirectWithToast(addressOf(context.publicId), toast);
        },
      ],
      preview: [
        degravacaoDraftSchema,
        async (form, { request, userId, publicId }) => {
          const record = recordOfForm(form);
          const language = await languageOf(request);
          const sheets = await previewDegravacao(userId, {
            publicId,
            record,
            language,
            unsaved: form.unsaved,
          });
          return { ...NO_PROBLEM, previewed: { record, sheets, taken: form.unsaved ?? 'save' } };
        },
      ],
      pdf: [degravacaoDownloadSchema, saveAndDownload('pdf')],
      docx: [degravacaoDownloadSchema, saveAndDownload('docx')],
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
