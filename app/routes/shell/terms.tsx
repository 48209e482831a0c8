import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { LegalPage } from '@/app/components/shell/LegalPage';
import { titleOf } from '@/app/http/headers/page-title.server';

export async function loader({ request }: LoaderFunctionArgs) {
  return { title: await titleOf(request, 'shell', 'terms.title') };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default function Terms() {
  return <LegalPage document="terms" />;
}
