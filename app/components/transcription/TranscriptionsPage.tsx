import { useTranslation } from 'react-i18next';
import { Card } from '../ui/Card';
import { EmptyState } from '../ui/EmptyState';
import { Pager, type PagerLinks } from '../ui/Pager';
import { ModelNotice, type ModelState } from './ModelNotice';
import { SampleForm } from './SampleForm';
import { TranscriptionList, type TranscriptionListProps } from './TranscriptionList';
import styles from './TranscriptionsPage.module.css';
import { UploadForm, type UploadFormProps } from './UploadForm';

export interface TranscriptionsPageProps {
  upload: UploadFormProps;
  /** Identity of the form that transcribes the sample recording. */
  sampleSubmissionId: string;
  list: TranscriptionListProps;
  /** Null when there are no further pages to link to. */
  pager: PagerLinks | null;
  /** Null with the full model in place, about which there is nothing to say. */
  model: ModelState | null;
}

/** Sending a recording, and what became of the earlier ones. */
export function TranscriptionsPage({
  upload,
  sampleSubmissionId,
  list,
  pager,
  model,
}: TranscriptionsPageProps) {
  const { t } = useTranslation('transcription');
  const isEmpty = list.rows.length === 0;
  return (
    <>
      <h1>{t('page.title')}</h1>
      {model && (
        <div id="model-notice" data-refreshed>
          <ModelNotice {...model} />
        </div>
      )}
      <div className={styles.columns}>
        <Card id="upload-title" title={t('upload.title')}>
          <UploadForm {...upload} />
          {!isEmpty && <SampleForm submissionId={sampleSubmissionId} />}
        </Card>
        <div className={styles.results}>
          {isEmpty ? (
            <EmptyState text={t('list.empty')}>
              <SampleForm submissionId={sampleSubmissionId} />
            </EmptyState>
          ) : (
            <TranscriptionList {...list} />
          )}
          {pager && <Pager links={pager} />}
        </div>
      </div>
    </>
  );
}
