import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/Alert';
import { ButtonLink } from '../../ui/Button';
import { TextArea } from '../../ui/TextArea';
import styles from './UtterancePage.module.css';

/** Conflict page: the utterance changed since its page was opened. Shows the submitted text, to be copied. */
export function UtteranceConflictPage({ publicId, typed }: { publicId: string; typed: string | null }) {
  const { t } = useTranslation('transcript');
  return (
    <article className={styles.page}>
      <h1>{t('block.gone')}</h1>
      <Alert kind="warning">
        <p>{t('block.goneAdvice')}</p>
      </Alert>
      {typed !== null && <TextArea name="content" label={t('block.typed')} value={typed} rows={8} />}
      <p>
        <ButtonLink href={`/transcriptions/${publicId}?edit=1`}>{t('block.back')}</ButtonLink>
      </p>
    </article>
  );
}
