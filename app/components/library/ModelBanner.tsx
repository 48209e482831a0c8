import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/Alert';
import { Progress } from '../ui/Progress';
import styles from './ModelBanner.module.css';

/** `problem` is the reason why the wanted model is missing, for readers who operate Celeste. */
export type ModelState =
  /** The disk is full: uploads are rejected, and transcriptions that were sent wait. */
  | { state: 'no-room'; problem?: string }
  /** The demonstration model transcribes what is sent. */
  | { state: 'demo'; problem?: string }
  /** The full model is being downloaded; uploads wait for it. */
  | { state: 'fetching'; percent: number | null; problem?: string };

const FETCH_COMMAND = 'npm run models -- fetch full';

export function ModelBanner(model: ModelState) {
  const { t } = useTranslation('transcription');
  const problem = model.problem && (
    <p>
      {t('model.problem')} <code className={styles.command}>{model.problem}</code>
    </p>
  );
  if (model.state === 'no-room') {
    return (
      <Alert kind="warning">
        <p>{t('model.noRoom')}</p>
      </Alert>
    );
  }
  if (model.state === 'fetching') {
    return (
      <Alert kind="info">
        <p>{t('model.fetching')}</p>
        <Progress label={t('model.fetchingLabel')} percent={model.percent} />
        {problem}
      </Alert>
    );
  }
  return (
    <Alert kind="warning">
      <p>
        <strong>{t('model.demoTitle')}</strong> {t('model.demo')}
      </p>
      <p>
        {t('model.demoInstall')} <code className={styles.command}>{FETCH_COMMAND}</code>
      </p>
      {problem}
    </Alert>
  );
}
