import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/Alert';
import { ButtonLink } from '../../ui/Button';
import { useFormProblem } from '../../ui/form-problem';
import { TextArea } from '../../ui/TextArea';
import styles from './UtterancePage.module.css';

/** Conflict page: the utterance changed since its page was opened. Shows the submitted text, to be copied. */
export function UtteranceConflictPage({ publicId }: { publicId: string }) {
  const { t } = useTranslation('transcript');
  const { content } = useFormProblem().values;
  return (
    <article className={styles.page}>
      <h1>{t('block.gone')}</h1>
      <Alert kind="warning">
        <p>{t('block.goneAdvice')}</p>
      </Alert>
      {content !== undefined && <TextArea name="content" label={t('block.typed')} value={content} rows={8} />}
      <p>
        <ButtonLink href={`/transcriptions/${publicId}?edit=1`}>{t('block.back')}</ButtonLink>
      </p>
    </article>
  );
}
