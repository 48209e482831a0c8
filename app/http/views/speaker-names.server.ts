import { isAnonymous } from '@/app/domain/transcript/speaker';
import { translator } from '@/app/i18n/texts.server';
import { languageOf } from '../headers/language.server';

/** Display names of speakers in the user's language, as the page shows them. */
export async function speakerNames(request: Request): Promise<(speaker: string) => string> {
  const t = translator(await languageOf(request), 'transcript');
  return (speaker) => (isAnonymous(speaker) ? t('speaker', { label: speaker }) : speaker);
}
