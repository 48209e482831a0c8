import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/Notice';
import { Progress } from '../ui/Progress';
import styles from './ModelNotice.module.css';

/** `problem` is why the model that is wanted is not here, for readers who run Celeste. */
export type ModelState =
  /** The disk is full; uploads are refused, and what was sent waits. */
  | { state: 'no-room'; problem?: string }
  /** The demonstration model reads what is sent. */
  | { state: 'demo'; problem?: string }
  /** The full model is on its way; uploads wait for it. */
  | { state: 'fetching'; percent: number | null; problem?: string };

const FETCH_COMMAND = 'npm run models -- fetch full';

/** Says plainly what the speech model in use can do. */
export function ModelNotice(model: ModelState) {
  const { t } = useTranslation('transcription');
  const problem = model.problem && (
    <p>
      {t('model.problem')} <code className={styles.command}>{model.problem}</code>
    </p>
  );
  if (model.state === 'no-room') {
    return (
      <Notice kind="warning">
        <p>{t('model.noRoom')}</p>
      </Notice>
    );
  }
  if (model.state === 'fetching') {
    return (
      <Notice kind="info">
        <p>{t('model.fetching')}</p>
        <Progress label={t('model.fetchingLabel')} percent={model.percent} />
        {problem}
      </Notice>
    );
  }
  return (
    <Notice kind="warning">
      <p>
        <strong>{t('model.demoTitle')}</strong> {t('model.demo')}
      </p>
      <p>
        {t('model.demoInstall')} <code className={styles.command}>{FETCH_COMMAND}</code>
      </p>
      {problem}
    </Notice>
  );
}
