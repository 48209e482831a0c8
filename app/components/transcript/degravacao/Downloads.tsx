import { useTranslation } from 'react-i18next';
import { DEGRAVACAO_FORMATS, type Profile } from '@/app/domain/transcript/degravacao/record';
import { Alert } from '../../ui/Alert';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { PostForm } from '../../ui/PostForm';
import { Select } from '../../ui/Select';
import { SaveFirst } from '../SaveFirst';
import styles from './DegravacaoPage.module.css';

interface DownloadsProps {
  base: string;
  /** Of the kept record. */
  profile: Profile;
  /** File format whose export just failed; null otherwise. */
  failed: string | null;
  unsaved: { version: number; changeCount: number };
}

/** The files of the kept record and the saved text, with what a profile needs besides. */
export function Downloads({ base, profile, failed, unsaved }: DownloadsProps) {
  const { t } = useTranslation(['transcript', 'errors']);
  const files = `${base}/degravacao`;
  const failure = DEGRAVACAO_FORMATS.find((format) => format === failed);
  return (
    <section className={styles.downloads} aria-labelledby="files-title">
      <h2 id="files-title">{t('degravacao.files')}</h2>
      <p className={styles.what}>{t('degravacao.files.saved')}</p>
      {failure && (
        <Alert kind="error">
          <p role="alert">{t(`export.${failure}-failed`, { ns: 'errors' })}</p>
        </Alert>
      )}
      {unsaved.changeCount > 0 ? (
        <PostForm action={files} intent="download" className={styles.form}>
          <Select
            name="format"
            label={t('export.format')}
            value="pdf"
            options={DEGRAVACAO_FORMATS.map((value) => ({ value, label: t(`export.file.${value}`) }))}
          />
          <div className={styles.buttons}>
            <SaveFirst
              unsaved={unsaved}
              saving={t('unsaved.download')}
              leaving={t('unsaved.downloadSaved')}
            />
          </div>
        </PostForm>
      ) : (
        <div className={styles.buttons}>
          {DEGRAVACAO_FORMATS.map((format) => (
            <ButtonLink key={format} kind="quiet" href={`${files}/export.${format}`} download>
              <Icon name="download" /> {t(`export.file.${format}`)}
            </ButtonLink>
          ))}
        </div>
      )}
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
                {t(`export.file.${format}`)} <small>.{format}</small>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
