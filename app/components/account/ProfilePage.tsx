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
}

export function ProfilePage({ profile, email, hasPicture }: ProfilePageProps) {
  const { t } = useTranslation('account');
  return (
    <AccountFrame current="/account">
      <ErrorSummary />
      <section className={styles.section} aria-labelledby="about-title">
        <h2 id="about-title">{t('about.title')}</h2>
        <ProfileForm profile={profile} />
      </section>
      <section className={styles.section} aria-labelledby="picture-title">
        <h2 id="picture-title">{t('picture.title')}</h2>
        <PictureSection hasPicture={hasPicture} />
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
