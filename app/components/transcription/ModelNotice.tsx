import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/Notice';
import { Progress } from '../ui/Progress';
import styles from './ModelNotice.module.css';

export type ModelState =
  /** The demonstration model reads what is sent. */
  | { state: 'demo' }
  /** The full model is on its way; uploads wait for it. */
  | { state: 'fetching'; percent: number | null };

const FETCH_COMMAND = 'npm run models -- fetch full';

/** Says plainly what the speech model in use can do. */
export function ModelNotice(model: ModelState) {
  const { t } = useTranslation('transcription');
  if (model.state === 'fetching') {
    return (
      <Notice kind="info">
        <p>{t('model.fetching')}</p>
        <Progress label={t('model.fetchingLabel')} percent={model.percent} />
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
    </Notice>
  );
}
