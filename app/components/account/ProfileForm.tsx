import { useTranslation } from 'react-i18next';
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '@/app/domain/format/language';
import { AUDIO_RETENTION_DAYS } from '@/app/domain/library/retention';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { PostForm } from '../ui/PostForm';
import { Select } from '../ui/Select';
import { NameField } from './AccountFields';

export interface ProfileFormProps {
  profile: {
    name: string;
    language: InterfaceLanguage;
    wantsNotices: boolean;
    keepAudioDays: number | null;
  };
}

export function ProfileForm({ profile }: ProfileFormProps) {
  const { t } = useTranslation('account');
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
      <Checkbox name="notices" label={t('notices')} checked={profile.wantsNotices} />
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
