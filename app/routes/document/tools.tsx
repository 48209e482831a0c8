import type { LoaderFunctionArgs } from '@remix-run/node';
import { DocumentTools } from '@/app/components/document/tools/DocumentTools';
import { requireUser } from '@/app/http/session/session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return null;
}

/** Markup for the document's island, in the interface language. */
export default function Tools() {
  return <DocumentTools />;
}
