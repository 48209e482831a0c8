import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { ImportPage } from '@/app/components/upload/ImportPage';
import { formAction } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { requireUser } from '@/app/http/session/session.server';
import { receiveImport } from '@/app/http/upload/receive-import.server';
import { readUploadLimits } from '@/app/services/transcription/upload-limits.server';
import { MAX_TRANSCRIPT_MB } from '@/app/services/upload/import/parse-transcript.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { maxFileBytes, maxFileMs } = await readUploadLimits(user.id);
  return { maxFileBytes, maxFileMs, maxTranscriptMb: MAX_TRANSCRIPT_MB };
}

export const handle = pageTitle('upload', 'import.title');

export const action = formAction(async ({ request }) => {
  const { id: userId } = await requireUser(request);
  const { publicId } = await receiveImport(request, userId);
  return redirectWithToast(`/transcriptions/${publicId}`, { key: 'toast.imported', kind: 'success' });
});

export default function ImportTranscript() {
  return <ImportPage {...useLoaderData<typeof loader>()} />;
}
