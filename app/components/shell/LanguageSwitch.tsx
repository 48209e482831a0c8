import { useTranslation } from 'react-i18next';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { Icon } from '../ui/Icon';

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
