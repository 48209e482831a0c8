import { useTranslation } from 'react-i18next';
import { MAX_TAG_LENGTH } from '@/app/domain/library/tag-form';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field } from '../ui/Field';
import { Icon } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import styles from './LibraryPages.module.css';

interface TagsPageProps {
  title: string;
  tags: string[];
  known: string[];
  backHref: string;
}

export function TagsPage({ title, tags, known, backHref }: TagsPageProps) {
  const { t } = useTranslation('library');
  return (
    <section className={styles.page} data-dialog={t('close')} aria-labelledby="tags-title">
      <h1 id="tags-title">{t('tags.title')}</h1>
      <p className={styles.what}>
        <bdi>{title}</bdi>
      </p>
      {tags.length === 0 ? (
        <p>{t('tags.none')}</p>
      ) : (
        <ul className={styles.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <bdi>{tag}</bdi>
              <PostForm intent="remove">
                <input type="hidden" name="tag" value={tag} />
                <button type="submit" aria-label={t('tags.remove', { tag })}>
                  <Icon name="x" />
                </button>
              </PostForm>
            </li>
          ))}
        </ul>
      )}
      <PostForm noValidate intent="add">
        <ErrorSummary />
        <div className={styles.add}>
          <Field
            name="tag"
            label={t('tags.name')}
            maxLength={MAX_TAG_LENGTH}
            list="known-tags"
            autoComplete="off"
            autoFocus
            required
          />
          <datalist id="known-tags">
            {known
              .filter((tag) => !tags.includes(tag))
              .map((tag) => (
                <option key={tag} value={tag} />
              ))}
          </datalist>
          <Button kind="quiet">{t('tags.add')}</Button>
        </div>
      </PostForm>
      <p>
        <ButtonLink href={backHref}>{t('tags.done')}</ButtonLink>
      </p>
    </section>
  );
}
