import { useTranslation } from 'react-i18next';
import { AD_MESSAGE_LENGTH, AD_TITLE_LENGTH } from '@/app/domain/admin/forms';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { Field, type FormErrors } from '../ui/Field';
import fieldStyles from '../ui/Field.module.css';
import { PostForm } from '../ui/PostForm';
import { TextArea } from '../ui/TextArea';
import styles from './Admin.module.css';

type TextFieldName = 'title' | 'message' | 'html';
type CheckboxName = 'isActive' | 'withoutImage' | 'asNew';

export interface AdFormProps {
  /** The newest advertisement; null while there is none. */
  ad: (Record<TextFieldName, string> & { publicId: string; hasImage: boolean; isActive: boolean }) | null;
  submissionId: string;
  /** Submitted values when validation failed. */
  values: Partial<Record<TextFieldName | CheckboxName, string>> | null;
  errors: FormErrors<TextFieldName | 'image'>;
}

/** Edits the advertisement that is shown to signed-in users. */
export function AdForm({ ad, submissionId, values, errors }: AdFormProps) {
  const { t } = useTranslation('admin');
  const texts = values ?? ad ?? {};
  const isChecked = (name: CheckboxName, otherwise: boolean) => (values ? values[name] === 'on' : otherwise);
  return (
    <>
      <h1>{t('ad.title')}</h1>
      <p className={styles.quiet}>{t('ad.intro')}</p>
      <PostForm
        encType="multipart/form-data"
        className={styles.form}
        noValidate
        submissionId={submissionId}
        errors={errors}
      >
        <Field
          name="title"
          label={t('ad.heading')}
          maxLength={AD_TITLE_LENGTH}
          value={texts.title}
          error={errors.title}
          required
        />
        <TextArea
          name="message"
          label={t('ad.message')}
          rows={3}
          maxLength={AD_MESSAGE_LENGTH}
          value={texts.message}
          error={errors.message}
          required
        />
        <TextArea
          name="html"
          label={t('ad.html')}
          hint={t('ad.htmlHint')}
          value={texts.html}
          error={errors.html}
        />
        {ad?.hasImage && (
          <>
            <img className={styles.picture} src={`/ads/${ad.publicId}/image`} alt={t('ad.picture')} />
            <Checkbox
              name="withoutImage"
              label={t('ad.withoutImage')}
              checked={isChecked('withoutImage', false)}
            />
          </>
        )}
        <Field
          name="image"
          type="file"
          label={t('ad.image')}
          hint={t('ad.imageHint')}
          error={errors.image}
          accept="image/png,image/jpeg,image/webp"
          className={fieldStyles.file}
        />
        <Checkbox
          name="isActive"
          label={t('ad.isActive')}
          checked={isChecked('isActive', ad?.isActive ?? true)}
        />
        {ad && <Checkbox name="asNew" label={t('ad.asNew')} checked={isChecked('asNew', false)} />}
        <Button busyLabel={t('busy')}>{t('save')}</Button>
      </PostForm>
    </>
  );
}
