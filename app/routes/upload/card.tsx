import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Recorder } from '@/app/components/upload/Recorder';
import { UploadCard } from '@/app/components/upload/UploadCard';
import { requireUser } from '@/app/http/session/session.server';
import { hasLiveText } from '@/app/services/transcription/live/has-live-text.server';
import { readUploadPrecheck } from '@/app/services/upload/read-upload-precheck.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return { precheck: await readUploadPrecheck(user.id), hasLiveText: hasLiveText() };
}

/** Markup for the upload form's island, in the interface language. */
export default function Card() {
  const { precheck, hasLiveText } = useLoaderData<typeof loader>();
  return (
    <>
      <UploadCard {...precheck} />
      <Recorder hasLiveText={hasLiveText} />
    </>
  );
}
