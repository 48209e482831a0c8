import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/Alert';

export function OnboardingBanner() {
  const { t } = useTranslation('onboarding');
  return (
    <Alert kind="info">
      {t('banner.text')}{' '}
      <a href="/onboarding" data-island="dialog" data-opens="">
        {t('banner.link')}
      </a>
    </Alert>
  );
}
