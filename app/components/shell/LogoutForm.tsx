import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon';

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
