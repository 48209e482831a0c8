import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/Alert';
import { Tabs } from '../ui/Tabs';

const PAGES = [
  { href: '/account', label: 'title' },
  { href: '/account/sessions', label: 'sessions.title' },
  { href: '/account/passkeys', label: 'passkeys.title' },
  { href: '/account/tokens', label: 'tokens.title' },
  { href: '/account/glossary', label: 'glossary.title' },
  { href: '/account/data', label: 'data.title' },
] as const;

type PageHref = (typeof PAGES)[number]['href'];

export function AccountFrame({ current, children }: { current: PageHref; children: ReactNode }) {
  const { t } = useTranslation('account');
  return (
    <>
      <h1>{t('heading')}</h1>
      <Tabs
        label={t('heading')}
        tabs={PAGES.map(({ href, label }) => ({ href, label: t(label) }))}
        current={current}
      />
      {children}
    </>
  );
}

/** Hides its children during impersonation: these actions are for the account owner only. */
export function OwnerOnly({ isOwner, children }: { isOwner: boolean; children: ReactNode }) {
  const { t } = useTranslation('errors');
  return isOwner ? children : <Alert kind="info">{t('account.owner-only')}</Alert>;
}
