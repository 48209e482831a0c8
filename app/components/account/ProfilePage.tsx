import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { AccountFrame } from './AccountFrame';
import { PictureSection } from './PictureSection';
import styles from './Profile.module.css';
import { ProfileForm, type ProfileFormProps } from './ProfileForm';

export interface ProfilePageProps {
  profile: ProfileFormProps['profile'];
  email: string;
  hasPicture: boolean;
  submissionId: string;
  /** Idempotency key of the form that uploads or removes the picture. */
  pictureSubmissionId: string;
  /** Validation errors of the submitted form, with its values. */
  problem: { values: Record<string, string>; errors: Record<string, string> } | null;
}

/** The user's profile. */
export function ProfilePage({ profile, email, hasPicture, problem, ...submissions }: ProfilePageProps) {
  const { t } = useTranslation('account');
  return (
    <AccountFrame current="/account">
      <ErrorSummary errors={problem?.errors ?? {}} />
      <section className={styles.section} aria-labelledby="about-title">
        <h2 id="about-title">{t('about.title')}</h2>
        <ProfileForm
          submissionId={submissions.submissionId}
          profile={profile}
          typed={problem?.values.intent === 'profile' ? problem.values : null}
          errors={problem?.errors ?? {}}
        />
      </section>
      <section className={styles.section} aria-labelledby="picture-title">
        <h2 id="picture-title">{t('picture.title')}</h2>
        <PictureSection
          submissionId={submissions.pictureSubmissionId}
          hasPicture={hasPicture}
          error={problem?.errors.file}
        />
      </section>
      <section className={styles.section} aria-labelledby="email-title">
        <h2 id="email-title">{t('email.label')}</h2>
        <p>
          {t('email.now')} <strong>{email}</strong>
        </p>
        <p>
          <ButtonLink kind="quiet" href="/account/email">
            {t('email.title')}
          </ButtonLink>
        </p>
      </section>
    </AccountFrame>
  );
}
