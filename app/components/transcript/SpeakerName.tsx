import { useTranslation } from 'react-i18next';
import { isAnonymous } from '@/app/domain/transcript/speaker';

/** Display name in the interface language: 'A' becomes 'Pessoa A', a name given by a user stays. */
export function useSpeakerName(): (speaker: string) => string {
  const { t } = useTranslation('transcript');
  return (speaker) => (isAnonymous(speaker) ? t('speaker', { label: speaker }) : speaker);
}

/** A speaker's display name. `bdi` isolates the text direction of names given by users. */
export function SpeakerName({ speaker }: { speaker: string }) {
  const nameOf = useSpeakerName();
  return isAnonymous(speaker) ? nameOf(speaker) : <bdi>{speaker}</bdi>;
}
