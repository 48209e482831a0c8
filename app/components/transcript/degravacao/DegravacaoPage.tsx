import { useTranslation } from 'react-i18next';
import type { DegravacaoRecord, Participant } from '@/app/domain/transcript/degravacao/record';
import { BackLink } from '../../ui/Icon';
import styles from './DegravacaoPage.module.css';
import { RecordForm } from './RecordForm';

interface DegravacaoPageProps {
  publicId: string;
  /** Of the transcription. */
  title: string;
  record: DegravacaoRecord;
  version: number;
  people: Participant[];
  unsaved: { version: number; changeCount: number };
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
      <RecordForm {...props} base={base} />
    </article>
  );
}
