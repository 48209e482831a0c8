import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { LegalPage } from '@/app/components/shell/LegalPage';
import { titleOf } from '@/app/http/headers/page-title.server';
import { speechProviderName } from '@/app/services/transcription/speech-provider-name.server';

export async function loader({ request }: LoaderFunctionArgs) {
  return { title: await titleOf(request, 'shell', 'privacy.title'), listener: speechProviderName() };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default function Privacy() {
  return <LegalPage document="privacy" listener={useLoaderData<typeof loader>().listener} />;
}
