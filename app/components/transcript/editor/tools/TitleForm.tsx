import { useTranslation } from 'react-i18next';
import { TITLE_FORM } from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import styles from './TitleForm.module.css';

export function TitleForm() {
  const { t } = useTranslation('transcript');
  return (
    <form
      className={styles.title}
      {...mark(TITLE_FORM.root, { short: t('title.short'), failed: t('title.failed') })}
      noValidate
    >
      <Field name="transcription_name" label={t('title')} maxLength={255} required autoComplete="off" />
      <Button kind="quiet">{t('title.save')}</Button>
    </form>
  );
}
