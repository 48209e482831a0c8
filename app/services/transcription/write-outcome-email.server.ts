import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { formatDuration } from '@/app/domain/format/format-duration';
import { graphemesOf } from '@/app/domain/format/graphemes';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { PRODUCT_NAME } from '@/app/domain/product';
import { listPeople, MAX_NAMED_PEOPLE, mainPeople } from '@/app/domain/transcript/people';
import { isAnonymous } from '@/app/domain/transcript/speaker';
import type { Utterance } from '@/app/domain/transcript/transcript';
import { isHopeless } from '@/app/domain/transcription/hopeless-failure';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import type { Transcription } from '@/models/transcription.server';
import type { User } from '@/models/user.server';
import type { OutgoingMail } from '../platform/email/send-mail.server';
import type { MailPart } from '../platform/email/write-mail-body.server';
import { readSavedText } from '../transcript/saved-text.server';
import { errorParams } from './error-params.server';

/** First words of a text that a mail quotes, in characters. */
const EXCERPT_LENGTH = 300;
/** Outcomes that one mail names; the list has the others. */
const MAX_NAMED_OUTCOMES = 20;

const listAddress = () => `${settings.publicUrl}/transcriptions`;
const textAddress = ({ publicId }: Transcription) => `${listAddress()}/${publicId}`;
const titleOf = ({ title }: Transcription) => title.replace(/\s+/g, ' ');

/** Of one finished or failed transcription, or of several at once. Not empty. */
export async function writeOutcomeEmail(
  user: User,
  finished: Transcription[],
  transaction: Transaction,
): Promise<OutgoingMail> {
  const language = toInterfaceLanguage(user.language ?? '');
  const t = translator(language, 'email');
  const account = `${settings.publicUrl}/account`;
  const [first, ...others] = finished as [Transcription, ...Transcription[]];
  const { subject, parts } =
    others.length > 0
      ? severalOutcomes(finished, language)
      : first.status === 'succeeded'
        ? await readyOutcome(first, language, transaction)
        : failedOutcome(first, language);
  const reason = { text: t('notice.off', { product: PRODUCT_NAME }), address: account };
  return {
    to: user.email,
    subject,
    body: { language, name: user.name, parts, reason },
    unsubscribeAt: account,
  };
}

interface Outcome {
  subject: string;
  parts: MailPart[];
}

async function readyOutcome(
  transcription: Transcription,
  language: InterfaceLanguage,
  transaction: Transaction,
): Promise<Outcome> {
  const t = translator(language, 'email');
  const title = titleOf(transcription);
  const utterances = await utterancesOf(transcription, transaction);
  const duration = t('notice.duration', { duration: shortDuration(transcription.durationMs) });
  const people = transcription.hasSpeakers ? peopleLine(utterances, language) : [];
  const excerpt = excerptOf(utterances);
  return {
    subject: t('notice.ready.subject', { title }),
    parts: [
      t('notice.ready.line', { title }),
      { facts: [duration, ...people] },
      ...(excerpt ? [{ excerpt }] : []),
      { button: t('notice.ready.button'), address: textAddress(transcription) },
    ],
  };
}

function failedOutcome(transcription: Transcription, language: InterfaceLanguage): Outcome {
  const t = translator(language, 'email');
  const title = titleOf(transcription);
  const code = codeOf(transcription);
  return {
    subject: t('notice.failed.subject', { title }),
    parts: [
      t('notice.failed.line', { title, product: PRODUCT_NAME }),
      reasonOf(transcription, language),
      ...(settings.sells && transcription.holdId !== null ? [t('notice.failed.minutes')] : []),
      ...(isHopeless(code)
        ? [t('notice.failed.hopeless')]
        : [t('notice.failed.resend'), { button: t('notice.list'), address: listAddress() }]),
    ],
  };
}

function severalOutcomes(finished: Transcription[], language: InterfaceLanguage): Outcome {
  const t = translator(language, 'email');
  const count = finished.length;
  const named = finished.slice(0, MAX_NAMED_OUTCOMES).map((transcription) => {
    const isReady = transcription.status === 'succeeded';
    const duration = shortDuration(transcription.durationMs);
    const failure = t('notice.several.failed', { reason: reasonOf(transcription, language) });
    return {
      title: titleOf(transcription),
      line: isReady ? t('notice.several.ready', { duration }) : failure,
      address: isReady ? textAddress(transcription) : null,
    };
  });
  const more = count - named.length;
  const hasReleased = finished.some(({ status, holdId }) => status === 'failed' && holdId !== null);
  return {
    subject: t('notice.several.subject', { count }),
    parts: [
      t('notice.several.line', { count }),
      { entries: named },
      ...(more > 0 ? [t('notice.several.more', { count: more })] : []),
      ...(settings.sells && hasReleased ? [t('notice.several.minutes')] : []),
      { button: t('notice.list'), address: listAddress() },
    ],
  };
}

const codeOf = ({ errorCode }: Transcription) => errorCode ?? 'transcription.failed';

function reasonOf(transcription: Transcription, language: InterfaceLanguage): string {
  const code = codeOf(transcription);
  const reason = translator(language, 'errors')(code, errorParams(code));
  return /[.!?…]$/.test(reason) ? reason : `${reason}.`;
}

/** Seconds of what is shorter than a minute, which '0 min' would hide. */
const shortDuration = (ms: number) => (ms < 60_000 ? `${Math.round(ms / 1000)} s` : formatDuration(ms));

/** As its owner has it by now; empty when it was deleted meanwhile. */
async function utterancesOf({ id }: Transcription, transaction: Transaction): Promise<Utterance[]> {
  try {
    return (await readSavedText(id, { transaction })).utterances;
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** '3 pessoas', with the names of those who have one. */
function peopleLine(utterances: Utterance[], language: InterfaceLanguage): string[] {
  const people = listPeople(utterances);
  if (people.length === 0) return [];
  const t = translator(language, 'email');
  const counted = t('notice.people', { count: people.length });
  const named = people.filter(({ speaker }) => !isAnonymous(speaker));
  if (named.length === 0) return [counted];
  const names = mainPeople(named, MAX_NAMED_PEOPLE).map(({ speaker }) => speaker);
  const shown = names.length < people.length ? [...names, t('notice.others')] : names;
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(shown);
  return [t('notice.named', { counted, list })];
}

/** The first words, cut between two of them. */
function excerptOf(utterances: Utterance[]): string {
  let text = '';
  for (const utterance of utterances) {
    text = `${text} ${utterance.text}`.replace(/\s+/g, ' ').trimStart();
    if (text.length > EXCERPT_LENGTH) break;
  }
  if (text.length <= EXCERPT_LENGTH) return text;
  const cut = text.slice(0, EXCERPT_LENGTH + 1);
  const end = cut.lastIndexOf(' ');
  const whole = end > EXCERPT_LENGTH / 2 ? cut.slice(0, end) : firstGraphemes(cut);
  return `${whole.replace(/[\s,;:–-]+$/, '')}…`;
}

/** Of a text without spaces. */
const firstGraphemes = (text: string) => [...graphemesOf(text)].slice(0, -1).join('');
