import { useLoaderData } from '@remix-run/react';
import { LegalPage } from '@/app/components/shell/LegalPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { speechProviderName } from '@/app/services/transcription/speech-provider-name.server';

export const loader = () => ({ listener: speechProviderName() });

export const handle = pageTitle('shell', 'privacy.title');

export default function Privacy() {
  return <LegalPage document="privacy" listener={useLoaderData<typeof loader>().listener} />;
}
