import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toInterfaceLanguage } from '@/app/domain/format/language';
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

export function LanguageSwitch() {
  const { t, i18n } = useTranslation('common');
  const other = toInterfaceLanguage(i18n.language) === 'pt' ? 'en' : 'pt';
  return (
    <form method="post" action="/language">
      <button type="submit" name="lang" value={other} lang={other === 'pt' ? 'pt-BR' : 'en'}>
        <Icon name="languages" /> {t('language.other')}
      </button>
    </form>
  );
}

/** Signs out. With scripts, the site's data in the browser is cleared first. */
export function LogoutForm() {
  const { t } = useTranslation('common');
  return (
    <form method="post" action="/logout" data-island="forget-person">
      <button type="submit">
        <Icon name="log-out" /> {t('logout')}
      </button>
    </form>
  );
}
