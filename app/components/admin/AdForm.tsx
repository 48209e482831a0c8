import { useTranslation } from 'react-i18next';
import { AD_MESSAGE_LENGTH, AD_TITLE_LENGTH } from '@/app/domain/admin/forms';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field } from '../ui/Field';
import fieldStyles from '../ui/Field.module.css';
import { PostForm } from '../ui/PostForm';
import { TextArea } from '../ui/TextArea';
import styles from './Admin.module.css';

interface AdFormProps {
  ad: {
    publicId: string;
    title: string;
    message: string;
    html: string;
    hasImage: boolean;
    isActive: boolean;
  } | null;
}

export function AdForm({ ad }: AdFormProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      <h1>{t('ad.title')}</h1>
      <p className={styles.quiet}>{t('ad.intro')}</p>
      <PostForm encType="multipart/form-data" className={styles.form} noValidate>
        <ErrorSummary />
        <Field name="title" label={t('ad.heading')} maxLength={AD_TITLE_LENGTH} value={ad?.title} required />
        <TextArea
          name="message"
          label={t('ad.message')}
          rows={3}
          maxLength={AD_MESSAGE_LENGTH}
          value={ad?.message}
          required
        />
        <TextArea name="html" label={t('ad.html')} hint={t('ad.htmlHint')} value={ad?.html} />
        {ad?.hasImage && (
          <>
            <img className={styles.picture} src={`/ads/${ad.publicId}/image`} alt={t('ad.picture')} />
            <Checkbox name="withoutImage" label={t('ad.withoutImage')} />
          </>
        )}
        <Field
          name="image"
          type="file"
          label={t('ad.image')}
          hint={t('ad.imageHint')}
          accept="image/png,image/jpeg,image/webp"
          className={fieldStyles.file}
        />
        <Checkbox name="isActive" label={t('ad.isActive')} checked={ad?.isActive ?? true} />
        {ad && <Checkbox name="asNew" label={t('ad.asNew')} />}
        <Button busyLabel={t('busy')}>{t('save')}</Button>
      </PostForm>
    </>
  );
}
