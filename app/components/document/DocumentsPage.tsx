import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import { documentsHref, pagerPages } from '@/app/domain/document/list-query';
import { Button, ButtonLink } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { ErrorSummary } from '../ui/ErrorSummary';
import { type FormErrors, SearchField } from '../ui/Field';
import { Icon } from '../ui/Icon';
import { Menu } from '../ui/Menu';
import pager from '../ui/Pager.module.css';
import { PostForm } from '../ui/PostForm';
import styles from './DocumentsPage.module.css';

interface DocumentCardView {
  publicId: string;
  title: string;
  savedAt: Date;
  transcriptionTitle: string | null;
}

interface DocumentsPageProps {
  rows: DocumentCardView[];
  page: number;
  pages: number;
  q: string;
  errors: FormErrors<'q'>;
}

export function DocumentsPage(props: DocumentsPageProps) {
  const { t } = useTranslation('document');
  const { rows, q, page, pages } = props;
  const isEmpty = rows.length === 0 && q === '';
  return (
    <>
      <h1>{t('list.title')}</h1>
      <ErrorSummary errors={props.errors} />
      {isEmpty ? (
        <EmptyState text={t('list.empty')}>
          <CreateForm />
        </EmptyState>
      ) : (
        <>
          <div className={styles.tools}>
            <SearchDocuments q={q} />
            <CreateForm />
          </div>
          {rows.length === 0 && (
            <EmptyState text={t('list.nothingFound')}>
              <ButtonLink kind="quiet" href="/documents">
                {t('search.clear')}
              </ButtonLink>
            </EmptyState>
          )}
          <ul className={styles.cards}>
            {rows.map((row) => (
              <DocumentCard key={row.publicId} {...row} />
            ))}
          </ul>
          <NumberedPager q={q} page={page} pages={pages} />
        </>
      )}
    </>
  );
}

function CreateForm() {
  const { t } = useTranslation('document');
  return (
    <PostForm action="/documents/new" className={styles.create}>
      <input type="hidden" name="template" value="blank" />
      <Button>
        <Icon name="plus" /> {t('create')}
      </Button>
      <ButtonLink kind="quiet" href="/documents/models">
        {t('models.open')}
      </ButtonLink>
    </PostForm>
  );
}

function SearchDocuments({ q }: { q: string }) {
  const { t } = useTranslation('document');
  return (
    <search>
      <form action="/documents" className={styles.search}>
        <SearchField label={t('search.label')} value={q} />
        <Button kind="quiet">{t('search.submit')}</Button>
      </form>
    </search>
  );
}

function DocumentCard({ publicId, title, savedAt, transcriptionTitle }: DocumentCardView) {
  const { t } = useTranslation('document');
  const href = `/documents/${publicId}`;
  return (
    <li className={styles.card}>
      <Icon name="file-text" />
      <h2>
        <a href={href}>
          <bdi>{title}</bdi>
        </a>
      </h2>
      <p className={styles.meta}>
        {t('saved')} <DateTime at={savedAt} />
        {transcriptionTitle !== null && (
          <span>
            {t('of')} <bdi>{transcriptionTitle}</bdi>
          </span>
        )}
      </p>
      <Menu id={`menu-${publicId}`} label="⋯" name={t('card.menu', { title })} buttonClass={styles.menu}>
        <ul>
          <li>
            <a href={`${href}?edit=1`}>{t('card.edit')}</a>
          </li>
          <li>
            <a href={`${href}/delete`} data-island="dialog">
              {t('card.delete')}
            </a>
          </li>
        </ul>
      </Menu>
    </li>
  );
}

function NumberedPager({ q, page, pages }: { q: string; page: number; pages: number }) {
  const { t } = useTranslation(['document', 'common']);
  if (pages === 1) return null;
  return (
    <nav className={styles.pages} aria-label={t('pager.label', { ns: 'common' })}>
      <ul className={pager.pager}>
        {pagerPages(page, pages).map((number, place) => (
          <li key={number ?? `gap ${place}`}>
            {number === null ? (
              <span>…</span>
            ) : (
              <a
                href={documentsHref(q, number)}
                aria-label={t('page', { number })}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
