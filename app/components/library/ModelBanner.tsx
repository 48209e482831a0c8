import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/Alert';
import { Icon } from '../ui/Icon';
import { Progress } from '../ui/Progress';
import styles from './ModelBanner.module.css';

/** What an administrator reads besides: the cause why the wanted model is missing, where one is known. */
interface OperatorNotes {
  operator?: { problem: string | null };
}

export type ModelState = OperatorNotes &
  (
    | /** The disk is full: uploads are rejected, and transcriptions that were sent wait. */
    { state: 'no-room' }
    /** The demonstration model transcribes what is sent. */
    | { state: 'demo' }
    /** The full model is being downloaded; uploads wait for it. */
    | { state: 'fetching'; percent: number | null }
  );

const FETCH_COMMAND = 'npm run models -- fetch full';

const TEXTS = { 'no-room': 'model.noRoom', demo: 'model.demo', fetching: 'model.fetching' } as const;

/** One sentence for users; what concerns who runs the server is folded, and for administrators only. */
export function ModelBanner(model: ModelState) {
  const { t } = useTranslation('transcription');
  const { state, operator } = model;
  return (
    <Alert kind={state === 'fetching' ? 'info' : 'warning'}>
      <p>{t(TEXTS[state])}</p>
      {state === 'fetching' && <Progress label={t('model.fetchingLabel')} percent={model.percent} />}
      {operator && (
        <details>
          <summary className={styles.operator}>
            {t('model.operator')} <Icon name="chevron-down" />
          </summary>
          {state === 'demo' && (
            <p>
              {t('model.demoInstall')} <code className={styles.command}>{FETCH_COMMAND}</code>
            </p>
          )}
          {operator.problem && (
            <p>
              {t('model.problem')} <code className={styles.command}>{operator.problem}</code>
            </p>
          )}
        </details>
      )}
    </Alert>
  );
}
