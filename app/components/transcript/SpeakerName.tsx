import { useTranslation } from 'react-i18next';
import { isAnonymous } from '@/app/domain/transcription/speaker';

/** How a speaker is called in the reader's language: 'A' is 'Pessoa A', a name that somebody gave stays. */
export function useSpeakerName(): (speaker: string) => string {
  const { t } = useTranslation('transcript');
  return (speaker) => (isAnonymous(speaker) ? t('speaker', { label: speaker }) : speaker);
}

/** Who speaks; a name that somebody gave keeps its own direction of writing. */
export function SpeakerName({ speaker }: { speaker: string }) {
  const nameOf = useSpeakerName();
  return isAnonymous(speaker) ? nameOf(speaker) : <bdi>{speaker}</bdi>;
}
