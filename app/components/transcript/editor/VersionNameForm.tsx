import { useTranslation } from 'react-i18next';
import { MAX_VERSION_NAME_LENGTH } from '@/app/domain/transcript/version-forms';
import { Button } from '../../ui/Button';
import { descriptionOf, FieldFrame } from '../../ui/Field';
import fieldStyles from '../../ui/Field.module.css';
import { useFormProblem } from '../../ui/form-problem';
import { PostForm } from '../../ui/PostForm';
import styles from './VersionsPage.module.css';

interface VersionNameFormProps {
  base: string;
  version: number;
  name: string | null;
}

/** Names a version. The page has one for each; a rejected name stands in its own, with the error. */
export function VersionNameForm({ base, version, name }: VersionNameFormProps) {
  const { t } = useTranslation('transcript');
  const { values, errors } = useFormProblem();
  const isRejected = values.intent === 'name' && values.version === String(version);
  const error = isRejected ? errors.name : undefined;
  const id = isRejected ? 'name' : `name-${version}`;
  return (
    <details className={styles.naming} open={isRejected}>
      <summary>{t(name === null ? 'versions.giveName' : 'versions.changeName')}</summary>
      <PostForm intent="name" action={`${base}/versions`} noValidate>
        <input type="hidden" name="version" value={version} />
        <FieldFrame
          name={id}
          label={t('versions.nameOf', { version })}
          hint={t('versions.nameHint')}
          error={error}
        >
          <input
            id={id}
            name="name"
            defaultValue={(isRejected ? values.name : name) ?? ''}
            placeholder={t('versions.nameExample')}
            maxLength={MAX_VERSION_NAME_LENGTH}
            autoComplete="off"
            className={fieldStyles.input}
            {...descriptionOf({ name: id, hint: true, error })}
          />
        </FieldFrame>
        <Button kind="quiet">{t('versions.saveName')}</Button>
      </PostForm>
    </details>
  );
}
