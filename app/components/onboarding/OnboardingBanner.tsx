import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/Notice';

/** Asks for the questionnaire until it is done: a line to follow, or where scripts run an overlay. */
export function OnboardingBanner() {
  const { t } = useTranslation('onboarding');
  return (
    <Notice kind="info">
      {t('banner.text')}{' '}
      <a href="/onboarding" data-island="dialog" data-opens="">
        {t('banner.link')}
      </a>
    </Notice>
  );
}
