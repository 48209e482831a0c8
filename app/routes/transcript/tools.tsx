import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TranscriptTools } from '@/app/components/transcript/editor/tools/TranscriptTools';
import { requireUser } from '@/app/http/session/session.server';
import { readPlayerSettings } from '@/app/services/account/player-settings.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return { settings: await readPlayerSettings(user.id) };
}

/** Markup for the transcript's island, in the interface language. */
export default function Tools() {
  return <TranscriptTools {...useLoaderData<typeof loader>()} />;
}
