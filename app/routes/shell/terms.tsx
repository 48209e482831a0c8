import { LegalPage } from '@/app/components/shell/LegalPage';
import { pageTitle } from '@/app/components/shell/PageTitle';

export const loader = () => ({});

export const handle = pageTitle('shell', 'terms.title');

export default function Terms() {
  return <LegalPage document="terms" />;
}
