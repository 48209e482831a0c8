import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { TemplatesPage } from '@/app/components/document/TemplatesPage';
import { titleOf } from '@/app/http/headers/page-title.server';
import { requireUser } from '@/app/http/session/session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return { pageTitle: await titleOf(request, 'document', 'models.title') };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.pageTitle }];

export default function Models() {
  return <TemplatesPage />;
}
