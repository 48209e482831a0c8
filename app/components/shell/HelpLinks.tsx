import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../ui/Icon';

export function SupportLink({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <a href="/support" data-island="dialog">
      <Icon name={icon} /> {children}
    </a>
  );
}

export function HelpCentreLink({ href }: { href: string }) {
  const { t } = useTranslation('common');
  return (
    <a href={href} rel="noopener" target="_blank">
      <Icon name="external-link" /> {t('nav.helpCentre')}
    </a>
  );
}
