import type { LoaderFunctionArgs } from '@remix-run/node';
import { TemplatesPage } from '@/app/components/document/TemplatesPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { requireUser } from '@/app/http/session/session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return {};
}

export const handle = pageTitle('document', 'models.title');

export default function Models() {
  return <TemplatesPage />;
}
