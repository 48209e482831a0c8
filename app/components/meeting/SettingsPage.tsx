import { useTranslation } from 'react-i18next';
import { MAX_BOT_NAME_LENGTH } from '@/app/domain/meeting/limits';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field } from '../ui/Field';
import { BackLink } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import { Select } from '../ui/Select';
import styles from './Meeting.module.css';
import { useWaitOptions } from './wait';

interface SettingsPageProps {
  assistant: { botName: string; maxWaitSeconds: number };
}

/** The page of its own, and the content of the dialog that opens over the meetings. */
export function SettingsPage({ assistant }: SettingsPageProps) {
  const { t } = useTranslation('meeting');
  return (
    <section className={styles.page} data-dialog={t('close')}>
      <h1 id="meeting-settings-title">{t('settings.title')}</h1>
      <p>{t('settings.intro')}</p>
      <PostForm noValidate className={styles.form} aria-labelledby="meeting-settings-title">
        <ErrorSummary takesFocus />
        <Field
          name="bot_name"
          label={t('settings.botName')}
          hint={t('settings.botName.hint')}
          value={assistant.botName}
          maxLength={MAX_BOT_NAME_LENGTH}
          autoComplete="off"
          required
        />
        <Select
          name="max_wait_time"
          label={t('settings.wait')}
          value={String(assistant.maxWaitSeconds)}
          options={useWaitOptions()}
        />
        <Button busyLabel={t('settings.busy')}>{t('settings.save')}</Button>
      </PostForm>
      <p>
        <a href="/meetings/terms">{t('settings.terms')}</a>
      </p>
      <p>
        <BackLink href="/meetings">{t('back')}</BackLink>
      </p>
    </section>
  );
}
