import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import styles from './Onboarding.module.css';

export function OnboardingEnd({ action, previousHref }: { action: string; previousHref: string }) {
  const { t } = useTranslation('onboarding');
  const { t: common } = useTranslation('common');
  return (
    <section className={styles.page} data-dialog={common('dialog.close')}>
      <PostForm action={action} className={styles.form}>
        <h1 id="onboarding-title">{t('end.title')}</h1>
        <p>{t('end.text')}</p>
        <ErrorSummary />
        <div className={styles.steps}>
          <Button>{t('end.submit')}</Button>
          <ButtonLink kind="quiet" href={previousHref}>
            {t('back')}
          </ButtonLink>
        </div>
      </PostForm>
    </section>
  );
}
