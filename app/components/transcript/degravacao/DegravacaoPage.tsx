import { useTranslation } from 'react-i18next';
import type { UnsavedChanges } from '@/app/domain/draft/save-first';
import type { DegravacaoSheet } from '@/app/domain/transcript/degravacao/document';
import type {
  DegravacaoFormat,
  DegravacaoRecord,
  Participant,
  Profile,
} from '@/app/domain/transcript/degravacao/record';
import { BackLink } from '../../ui/Icon';
import styles from './DegravacaoPage.module.css';
import { Downloads } from './Downloads';
import { Preview } from './Preview';
import { RecordForm } from './RecordForm';

interface DegravacaoPageProps {
  publicId: string;
  /** Of the transcription. */
  title: string;
  record: DegravacaoRecord;
  version: number;
  people: Participant[];
  unsaved: UnsavedChanges;
  /** Whether the preview has the unsaved changes. */
  taken: 'save' | 'leave';
  /** The kept profile, which the files have; `record` may be one that is only previewed. */
  keptProfile: Profile;
  sheets: DegravacaoSheet[];
  /** File format whose export just failed; null otherwise. */
  failed: string | null;
  /** File whose download begins with this page; null for none. */
  started: DegravacaoFormat | null;
}

/** The formal transcript as a product: what it says apart from the text, how it looks, and its files. */
export function DegravacaoPage(props: DegravacaoPageProps) {
  const { t } = useTranslation('transcript');
  const base = `/transcriptions/${props.publicId}`;
  return (
    <article className={styles.page}>
      <BackLink href={base}>{t('export.back')}</BackLink>
      <h1>{t('degravacao.title')}</h1>
      <p className={styles.what}>
        <bdi>{props.title}</bdi>
      </p>
      <p className={styles.what}>{t('degravacao.what')}</p>
      <div className={styles.columns} data-island="degravacao-preview">
        <RecordForm {...props} base={base} />
        <Preview sheets={props.sheets} record={props.record} />
      </div>
      <Downloads {...props} base={base} profile={props.keptProfile} />
    </article>
  );
}
