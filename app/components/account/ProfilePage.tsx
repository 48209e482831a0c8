import { useTranslation } from 'react-i18next';
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '@/app/domain/format/language';
import { TIME_ZONES } from '@/app/domain/format/time-zone';
import { AUDIO_RETENTION_DAYS } from '@/app/domain/library/retention';
import { Button, ButtonLink } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { ErrorSummary } from '../ui/ErrorSummary';
import { FileField } from '../ui/Field';
import { PostForm } from '../ui/PostForm';
import { Select } from '../ui/Select';
import { useSells } from '../ui/sales';
import { NameField } from './AccountFields';
import { AccountFrame } from './AccountFrame';
import { PlayerSettingsSection } from './PlayerSettingsPage';
import styles from './Profile.module.css';

interface ProfilePageProps {
  profile: {
    name: string;
    language: InterfaceLanguage;
    timeZone: string;
    wantsNotices: boolean;
    keepAudioDays: number | null;
  };
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
      <PlayerSettingsSection />
    </AccountFrame>
  );
}

function ProfileForm({ profile }: Pick<ProfilePageProps, 'profile'>) {
  const { t } = useTranslation('account');
  const sells = useSells();
  return (
    <PostForm noValidate intent="profile">
      <NameField label={t('name')} value={profile.name} />
      <Select
        name="lang"
        label={t('language')}
        hint={t('language.hint')}
        value={profile.language}
        options={INTERFACE_LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
      />
      <Select
        name="timeZone"
        label={t('timeZone')}
        hint={t('timeZone.hint')}
        value={profile.timeZone}
        options={TIME_ZONES.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
      />
      <Checkbox
        name="notices"
        label={t(sells ? 'notices' : 'notices.outcome')}
        checked={profile.wantsNotices}
      />
      <Select
        name="audioDays"
        label={t('audioDays')}
        hint={t('audioDays.hint')}
        value={String(profile.keepAudioDays ?? 'never')}
        options={[
          { value: 'never', label: t('audioDays.never') },
          ...AUDIO_RETENTION_DAYS.map((count) => ({
            value: String(count),
            label: t('audioDays.after', { count }),
          })),
        ]}
      />
      <Button busyLabel={t('confirm.busy')}>{t('save')}</Button>
    </PostForm>
  );
}

const ACCEPTED = ['image/png', 'image/jpeg', 'image/webp'];

function PictureSection({ hasPicture }: { hasPicture: boolean }) {
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
