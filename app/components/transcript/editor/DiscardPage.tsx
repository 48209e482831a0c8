import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../ui/Button';
import { DateTime } from '../../ui/DateTime';
import { PostForm } from '../../ui/PostForm';
import styles from './RenameSpeakerPage.module.css';

interface DiscardPageProps {
  publicId: string;
  title: string;
  savedAt: Date;
  changeCount: number;
}

export function DiscardPage({ publicId, title, savedAt, changeCount }: DiscardPageProps) {
  const { t } = useTranslation('transcript');
  const page = `/transcriptions/${publicId}`;
  const [before, after] = t('discard.text', { date: '%' }).split('%');
  return (
    <section className={styles.dialog}>
      <h1>{changeCount > 0 ? t('discard.title', { count: changeCount }) : t('discard.none')}</h1>
      <p>
        <bdi>{title}</bdi>
      </p>
      {changeCount > 0 && (
        <p>
          {before}
          <DateTime at={savedAt} />
          {after}
        </p>
      )}
      <PostForm action={page} className={styles.actions} intent="discard">
        {changeCount > 0 && <Button kind="danger">{t('discard')}</Button>}
        <ButtonLink kind="quiet" href={`${page}?edit=1`}>
          {t('block.back')}
        </ButtonLink>
      </PostForm>
    </section>
  );
}
