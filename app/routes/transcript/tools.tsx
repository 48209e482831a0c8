import type { LoaderFunctionArgs } from '@remix-run/node';
import { TranscriptTools } from '@/app/components/transcript/editor/tools/TranscriptTools';
import { requireUser } from '@/app/http/session/session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return null;
}

/** Markup for the transcript's island, in the interface language. */
export default function Tools() {
  return <TranscriptTools />;
}
