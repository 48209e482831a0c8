import { useTranslation } from 'react-i18next';
import {
  DEGRAVACAO_FORMATS,
  type DegravacaoFormat,
  type Profile,
} from '@/app/domain/transcript/degravacao/record';
import { Alert } from '../../ui/Alert';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import styles from './DegravacaoPage.module.css';
import { RECORD_FORM_ID } from './RecordForm';

interface DownloadsProps {
  base: string;
  /** Of the kept record. */
  profile: Profile;
  /** File format whose export just failed; null otherwise. */
  failed: string | null;
  /** File whose download begins with this page; null for none. */
  started: DegravacaoFormat | null;
}

/** The files, with what a profile needs besides. Each button keeps the record first, so no file lacks what is typed. */
export function Downloads({ base, profile, failed, started }: DownloadsProps) {
  const { t } = useTranslation(['transcript', 'errors']);
  const files = `${base}/degravacao`;
  const failure = DEGRAVACAO_FORMATS.find((format) => format === failed);
  return (
    <section id="files" className={styles.downloads} aria-labelledby="files-title">
      <h2 id="files-title">{t('degravacao.files')}</h2>
      {failure && (
        <Alert kind="error">
          <p role="alert">{t(`export.${failure}-failed`, { ns: 'errors' })}</p>
        </Alert>
      )}
      {started && (
        <Alert kind="success">
          <p role="status">
            {t('degravacao.files.started')}{' '}
            <a href={`${files}/export.${started}`} download>
              {t('degravacao.files.again', { file: t(`export.file.${started}`) })}
            </a>
          </p>
        </Alert>
      )}
      <p className={styles.what}>{t('degravacao.files.saved')}</p>
      <div className={styles.buttons}>
        {DEGRAVACAO_FORMATS.map((format) => (
          <Button key={format} kind="quiet" form={RECORD_FORM_ID} name="intent" value={format}>
            <Icon name="download" /> {t(`export.file.${format}`)}
          </Button>
        ))}
      </div>
      {profile === 'researcher' && (
        <p>
          <a href={`${files}/codes.csv`} download>
            {t('degravacao.files.codes')}
          </a>
        </p>
      )}
      {profile === 'captioner' && (
        <ul className={styles.links}>
          {(['srt', 'vtt'] as const).map((format) => (
            <li key={format}>
              <a href={`${base}/export.${format}`} download>
                {t(`export.file.${format}`)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
