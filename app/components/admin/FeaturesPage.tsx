import { useTranslation } from 'react-i18next';
import type { Feature } from '@/app/domain/admin/flags';
import { Button } from '../ui/Button';
import { Card } from '../ui/Card';
import { Checkbox } from '../ui/Checkbox';
import { ErrorSummary } from '../ui/ErrorSummary';
import type { FormErrors } from '../ui/Field';
import { PostForm } from '../ui/PostForm';
import { TextArea } from '../ui/TextArea';
import styles from './Admin.module.css';

export interface FeaturesPageProps {
  features: { name: Feature; isOn: boolean; emails: string[]; submissionId: string }[];
  maintenance: { isOn: boolean; submissionId: string };
  /** Submitted values of the form whose validation failed. */
  values: { name?: string; isOn?: string; emails?: string } | null;
  errors: FormErrors<'emails'>;
}

/** Feature flags, for listed users or for all, and the switch for maintenance mode. */
export function FeaturesPage({ features, maintenance, values, errors }: FeaturesPageProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      <h1>{t('features.title')}</h1>
      <ErrorSummary errors={errors} />
      <div className={styles.columns}>
        {features.map((feature) => (
          <FeatureForm
            key={feature.name}
            {...feature}
            typed={values?.name === feature.name ? values : null}
            error={errors.emails}
          />
        ))}
        <MaintenanceForm {...maintenance} />
      </div>
    </>
  );
}

interface FeatureFormProps {
  name: Feature;
  isOn: boolean;
  emails: string[];
  submissionId: string;
  typed: FeaturesPageProps['values'];
  error?: string;
}

function FeatureForm({ name, isOn, emails, submissionId, typed, error }: FeatureFormProps) {
  const { t } = useTranslation('admin');
  return (
    <Card id={`${name}-title`} title={t(`feature.${name}`)}>
      <PostForm className={styles.form} noValidate submissionId={submissionId} intent="feature">
        <input type="hidden" name="name" value={name} />
        <Checkbox name="isOn" label={t('feature.isOn')} checked={typed ? typed.isOn === 'on' : isOn} />
        <TextArea
          name="emails"
          label={t('feature.emails')}
          hint={t('feature.emailsHint')}
          value={typed ? typed.emails : emails.join('\n')}
          error={error}
        />
        <Button busyLabel={t('busy')}>{t('save')}</Button>
      </PostForm>
    </Card>
  );
}

function MaintenanceForm({ isOn, submissionId }: FeaturesPageProps['maintenance']) {
  const { t } = useTranslation('admin');
  return (
    <Card id="maintenance-title" title={t('maintenance.title')}>
      <PostForm className={styles.form} submissionId={submissionId} intent="maintenance">
        <p>{t(isOn ? 'maintenance.on' : 'maintenance.off')}</p>
        <input type="hidden" name="state" value={isOn ? 'off' : 'on'} />
        <Button kind={isOn ? 'primary' : 'danger'} busyLabel={t('busy')}>
          {t(isOn ? 'maintenance.open' : 'maintenance.close')}
        </Button>
      </PostForm>
    </Card>
  );
}
