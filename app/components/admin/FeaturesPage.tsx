import { useTranslation } from 'react-i18next';
import type { Feature } from '@/app/domain/admin/flags';
import { Button } from '../ui/Button';
import { Card } from '../ui/Card';
import { Checkbox } from '../ui/Checkbox';
import { ErrorSummary } from '../ui/ErrorSummary';
import { FormProblemContext, useFormProblem } from '../ui/form-problem';
import { PostForm } from '../ui/PostForm';
import { TextArea } from '../ui/TextArea';
import styles from './Admin.module.css';

interface FeaturesPageProps {
  features: FeatureFormProps[];
  maintenance: { isOn: boolean };
}

export function FeaturesPage({ features, maintenance }: FeaturesPageProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      <h1>{t('features.title')}</h1>
      <ErrorSummary />
      <div className={styles.columns}>
        {features.map((feature) => (
          <FeatureForm key={feature.name} {...feature} />
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
}

function FeatureForm({ name, isOn, emails }: FeatureFormProps) {
  const { t } = useTranslation('admin');
  const problem = useFormProblem();
  const isOther = problem.values.name !== name;
  return (
    <Card id={`${name}-title`} title={t(`feature.${name}`)}>
      <PostForm className={styles.form} noValidate intent="feature">
        <input type="hidden" name="name" value={name} />
        <FormProblemContext.Provider value={isOther ? { ...problem, values: {} } : problem}>
          <Checkbox name="isOn" label={t('feature.isOn')} checked={isOn} />
          <TextArea
            name="emails"
            label={t('feature.emails')}
            hint={t('feature.emailsHint')}
            value={emails.join('\n')}
          />
        </FormProblemContext.Provider>
        <Button busyLabel={t('busy')}>{t('save')}</Button>
      </PostForm>
    </Card>
  );
}

function MaintenanceForm({ isOn }: FeaturesPageProps['maintenance']) {
  const { t } = useTranslation('admin');
  return (
    <Card id="maintenance-title" title={t('maintenance.title')}>
      <PostForm className={styles.form} intent="maintenance">
        <p>{t(isOn ? 'maintenance.on' : 'maintenance.off')}</p>
        <input type="hidden" name="state" value={isOn ? 'off' : 'on'} />
        <Button kind={isOn ? 'primary' : 'danger'} busyLabel={t('busy')}>
          {t(isOn ? 'maintenance.open' : 'maintenance.close')}
        </Button>
      </PostForm>
    </Card>
  );
}
