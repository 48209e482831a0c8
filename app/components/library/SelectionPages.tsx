import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SELECTION_FORMATS } from '@/app/domain/library/selection';
import { MAX_TAG_LENGTH } from '@/app/domain/library/tag-form';
import { Alert } from '../ui/Alert';
import { Button, ButtonLink } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field } from '../ui/Field';
import { PostForm } from '../ui/PostForm';
import styles from './LibraryPages.module.css';

interface SelectionProps {
  rows: {
    publicId: string;
    title: string;
    isUnderway: boolean;
    hasText: boolean;
    hasRecording: boolean;
    unsavedCount: number;
  }[];
  /** Query string of the list. */
  list: string;
}

interface FrameProps extends SelectionProps {
  action: 'delete' | 'tags' | 'download';
  children: ReactNode;
}

function Frame({ rows, list, action, children }: FrameProps) {
  const { t } = useTranslation('library');
  const back = `/transcriptions${list}`;
  return (
    <section className={styles.page} aria-labelledby="selection-title">
      <h1 id="selection-title">{t(`selection.${action}`)}</h1>
      {rows.length === 0 ? (
        <EmptyState text={t('selection.empty')}>
          <ButtonLink href={back}>{t('selection.back')}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <ul className={styles.selected}>
            {rows.map(({ publicId, title }) => (
              <li key={publicId}>
                <bdi>{title}</bdi>
              </li>
            ))}
          </ul>
          {children}
        </>
      )}
    </section>
  );
}

const SelectedFields = ({ rows }: Pick<SelectionProps, 'rows'>) =>
  rows.map(({ publicId }) => <input key={publicId} type="hidden" name="selected" value={publicId} />);

function KeepLink({ list }: Pick<SelectionProps, 'list'>) {
  const { t } = useTranslation('library');
  return (
    <ButtonLink kind="quiet" href={`/transcriptions${list}`}>
      {t('keep')}
    </ButtonLink>
  );
}

export function DeleteSelectionPage(selection: SelectionProps) {
  const { t } = useTranslation('library');
  const isUnderway = selection.rows.some((row) => row.isUnderway);
  return (
    <Frame {...selection} action="delete">
      <p className={styles.what}>
        {t('delete.what')} {isUnderway && t('selection.underway')}
      </p>
      <PostForm className={styles.buttons}>
        <ErrorSummary />
        <SelectedFields {...selection} />
        <Button kind="danger" busyLabel={t('delete.busy')}>
          {t('selection.deleteSubmit', { count: selection.rows.length })}
        </Button>
        <KeepLink {...selection} />
      </PostForm>
    </Frame>
  );
}

export function TagSelectionPage({ known, ...selection }: SelectionProps & { known: string[] }) {
  const { t } = useTranslation('library');
  return (
    <Frame {...selection} action="tags">
      <PostForm noValidate className={styles.form}>
        <ErrorSummary />
        <SelectedFields {...selection} />
        <Field
          name="tag"
          label={t('tags.name')}
          maxLength={MAX_TAG_LENGTH}
          list="known-tags"
          autoComplete="off"
          required
        />
        <datalist id="known-tags">
          {known.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
        <div className={styles.buttons}>
          <Button>{t('tags.add')}</Button>
          <KeepLink {...selection} />
        </div>
      </PostForm>
    </Frame>
  );
}

export function DownloadSelectionPage({
  isFormatMissing,
  ...selection
}: SelectionProps & { isFormatMissing: boolean }) {
  const { t } = useTranslation('library');
  const { rows } = selection;
  const unsaved = rows.filter(({ unsavedCount }) => unsavedCount > 0);
  const withoutText = rows.filter(({ hasText }) => !hasText).length;
  return (
    <Frame {...selection} action="download">
      {unsaved.length > 0 && (
        <Alert kind="warning">
          <p>{t('selection.unsaved', { count: unsaved.length })}</p>
          <ul>
            {unsaved.map(({ publicId, title }) => (
              <li key={publicId}>
                <a href={`/transcriptions/${publicId}?edit=1`}>
                  <bdi>{title}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {withoutText > 0 && <p className={styles.what}>{t('selection.withoutText', { count: withoutText })}</p>}
      {unsaved.length > 0 ? (
        <PostForm className={styles.form}>
          <DownloadFields {...selection} isFormatMissing={isFormatMissing} />
          <div className={styles.buttons}>
            <Button>{t('selection.saveAndDownload')}</Button>
            <Button kind="quiet" formMethod="get" formAction={FILES}>
              {t('selection.downloadSaved')}
            </Button>
            <KeepLink {...selection} />
          </div>
        </PostForm>
      ) : (
        <form action={FILES} className={styles.form}>
          <DownloadFields {...selection} isFormatMissing={isFormatMissing} />
          <div className={styles.buttons}>
            <Button>{t('selection.downloadSubmit')}</Button>
            <KeepLink {...selection} />
          </div>
        </form>
      )}
    </Frame>
  );
}

const FILES = '/transcriptions/selection/files';

function DownloadFields({ isFormatMissing, rows, list }: SelectionProps & { isFormatMissing: boolean }) {
  const { t } = useTranslation('library');
  return (
    <>
      {isFormatMissing ? <ErrorSummary errors={{ form: t('selection.formatMissing') }} /> : <ErrorSummary />}
      <input type="hidden" name="list" value={list} />
      <SelectedFields rows={rows} />
      <fieldset className={styles.formats}>
        <legend>{t('selection.formats')}</legend>
        {SELECTION_FORMATS.map((format) => (
          <label key={format}>
            <input type="checkbox" name="format" value={format} defaultChecked={format === 'docx'} />{' '}
            {t(`selection.format.${format}`)}
          </label>
        ))}
      </fieldset>
    </>
  );
}
