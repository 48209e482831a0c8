import { useTranslation } from 'react-i18next';
import { isOfCard } from '@/app/domain/library/card-forms';
import {
  countActiveFilters,
  EMPTY_FIELDS,
  type FilterFields,
  listHref,
  PAGE_SIZES,
} from '@/app/domain/library/list-query';
import { FIRST_RESULTS_ID } from '@/app/islands/upload/upload.contract';
import { ButtonLink } from '../ui/Button';
import buttonStyles from '../ui/Button.module.css';
import { Card } from '../ui/Card';
import { EmptyState } from '../ui/EmptyState';
import { ErrorSummary } from '../ui/ErrorSummary';
import { useFormProblem } from '../ui/form-problem';
import { Icon } from '../ui/Icon';
import { Pager, type PagerLinks } from '../ui/Pager';
import { SampleForm, UploadSection, type UploadSectionProps } from '../upload/UploadSection';
import { ListFilters, type ListFiltersProps } from './ListFilters';
import tools from './ListTools.module.css';
import { ModelBanner, type ModelState } from './ModelBanner';
import { SearchForm } from './SearchForm';
import { TranscriptionList, type TranscriptionListProps } from './TranscriptionList';
import styles from './TranscriptionsPage.module.css';

interface TranscriptionsPageProps extends UploadSectionProps {
  list: TranscriptionListProps;
  filters: ListFiltersProps;
  pager: PagerLinks;
  model: ModelState | null;
}

export function TranscriptionsPage({ list, filters, pager, model, ...uploads }: TranscriptionsPageProps) {
  const { t } = useTranslation('transcription');
  const isFirstVisit = list.rows.length === 0 && countActiveFilters(filters.fields) === 0;
  return (
    <>
      <h1>{t('page.title')}</h1>
      {model && (
        <div id="model-notice" data-refreshed>
          <ModelBanner {...model} />
        </div>
      )}
      <UploadPanel isFirstVisit={isFirstVisit} {...uploads} />
      {isFirstVisit ? (
        <div id={FIRST_RESULTS_ID} data-refreshed>
          <EmptyState text={t('list.empty')}>
            <SampleForm />
          </EmptyState>
        </div>
      ) : (
        <Results list={list} filters={filters} pager={pager} />
      )}
    </>
  );
}

/** Unfolded while there is nothing else to do here, or something to mend. */
function UploadPanel({ isFirstVisit, ...uploads }: UploadSectionProps & { isFirstVisit: boolean }) {
  const { t } = useTranslation('transcription');
  const problem = useFormProblem();
  const hasProblem = Object.keys(problem.errors).length > 0 && !isOfCard(problem);
  const isOpen = isFirstVisit || hasProblem || uploads.unfinishedUploads.length > 0;
  return (
    <details id="upload" className={styles.upload} open={isOpen}>
      <summary className={buttonStyles.primary}>
        <Icon name="plus" /> {t('upload.title')}
      </summary>
      <Card id="upload-title" title={t('upload.title')}>
        <UploadSection {...uploads} />
        {!isFirstVisit && <SampleForm />}
      </Card>
    </details>
  );
}

function Results({ list, filters, pager }: Pick<TranscriptionsPageProps, 'list' | 'filters' | 'pager'>) {
  const { t } = useTranslation('transcription');
  const { fields, limit } = filters;
  const hasPages = Object.values(pager).some(Boolean);
  return (
    <div id={FIRST_RESULTS_ID} className={styles.results}>
      <div className={tools.tools}>
        <SearchForm />
        <ListFilters {...filters} />
      </div>
      <CardError />
      {list.rows.length > 0 ? (
        <TranscriptionList {...list} order={{ fields, limit }} />
      ) : (
        <EmptyState text={t('list.nothingFound')}>
          <ButtonLink kind="quiet" href={listHref({ ...EMPTY_FIELDS, sort: fields.sort }, limit)}>
            {t('filters.clear')}
          </ButtonLink>
        </EmptyState>
      )}
      <Pager links={pager} />
      {(hasPages || limit !== PAGE_SIZES[0]) && <PageSizes fields={fields} limit={limit} />}
    </div>
  );
}

/** The error of a card's form, as that of no field: the fields of the page belong to the upload form. */
function CardError() {
  const problem = useFormProblem();
  const [message] = Object.values(problem.errors);
  return isOfCard(problem) && message && <ErrorSummary errors={{ form: message }} />;
}

function PageSizes({ fields, limit }: { fields: FilterFields; limit: number }) {
  const { t } = useTranslation('transcription');
  return (
    <p className={tools.sizes}>
      {t('list.pageSize')}{' '}
      {PAGE_SIZES.map((size) =>
        size === limit ? (
          <b key={size}>{size}</b>
        ) : (
          <a key={size} href={listHref(fields, size)}>
            {size}
          </a>
        ),
      )}
    </p>
  );
}
