import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { PostForm } from '../ui/PostForm';
import styles from './DocumentPage.module.css';

export function WarningForm() {
  const { t } = useTranslation('document');
  return (
    <PostForm
      className={styles.warning}
      aria-labelledby="warning-title"
      noValidate
      data-warning
      intent="warn"
    >
      <h2 id="warning-title">{t('warning.title')}</h2>
      <p>{t('warning.text')}</p>
      <Checkbox name="understood" label={t('warning.understood')} required />
      <Button>{t('warning.continue')}</Button>
    </PostForm>
  );
}
