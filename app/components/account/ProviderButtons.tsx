import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { OfferedProvider } from '@/app/domain/account/identity-provider';
import { Button } from '../ui/Button';
import { LeadOriginField, TimeZoneField } from './AccountFields';
import styles from './ProviderButtons.module.css';
import { ProviderLogo } from './ProviderLogo';

export interface ProviderButtonsProps {
  providers: OfferedProvider[];
  /** Query string of the page: '', or its `returnTo` and `utm_source`. */
  search: string;
  leadOrigin?: string | undefined;
}

export function ProviderButtons({ providers, search, leadOrigin }: ProviderButtonsProps) {
  const { t } = useTranslation('account');
  if (providers.length === 0) return null;
  return (
    <div className={styles.providers}>
      <p className={styles.or}>{t('provider.or')}</p>
      {providers.map(({ id, name }) => (
        <form key={id} method="post" action={`/auth/${id}${search}`} data-island="submit-once">
          <TimeZoneField />
          <LeadOriginField value={leadOrigin} />
          <Button kind="quiet" busyLabel={t('provider.busy')}>
            <ProviderLogo provider={id} />
            {t('provider.continue', { provider: name })}
          </Button>
        </form>
      ))}
      <p className={styles.terms}>
        <Trans
          t={t}
          i18nKey="provider.terms"
          components={{ terms: <LegalLink href="/terms" />, privacy: <LegalLink href="/privacy" /> }}
        />
      </p>
    </div>
  );
}

interface LegalLinkProps {
  href: '/terms' | '/privacy';
  /** Opens a new tab, so that a form that is being filled in keeps its values. */
  newTab?: boolean;
  children?: ReactNode;
}

export function LegalLink({ href, newTab, children }: LegalLinkProps) {
  return (
    <a href={href} target={newTab ? '_blank' : undefined}>
      {children}
    </a>
  );
}
