import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon';

/** Signs out; where scripts run, what the browser keeps of the person goes first. */
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
