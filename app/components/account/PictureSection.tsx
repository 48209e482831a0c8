import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { FileField } from '../ui/FileField';
import { PostForm } from '../ui/PostForm';
import styles from './Profile.module.css';

const ACCEPTED = ['image/png', 'image/jpeg', 'image/webp'];

export function PictureSection({ hasPicture }: { hasPicture: boolean }) {
  const { t } = useTranslation('account');
  return (
    <>
      {hasPicture && (
        <div className={styles.picture}>
          <img src="/account/picture" alt={t('picture.alt')} />
          <PostForm intent="remove-picture">
            <Button kind="danger" busyLabel={t('confirm.busy')}>
              {t('picture.remove')}
            </Button>
          </PostForm>
        </div>
      )}
      <PostForm encType="multipart/form-data" noValidate>
        <FileField name="file" label={t('picture.file')} hint={t('picture.hint')} accept={ACCEPTED} />
        <Button busyLabel={t('picture.busy')}>{t('picture.submit')}</Button>
      </PostForm>
    </>
  );
}
