import { useTranslation } from 'react-i18next';
import type { Answer, CalendarEvent } from '@/app/domain/calendar/event';
import { Badge, type Tone } from '../ui/Badge';
import type { IconName } from '../ui/Icon';

const LOOKS: Record<Answer, { tone: Tone; icon: IconName }> = {
  accepted: { tone: 'green', icon: 'circle-check' },
  declined: { tone: 'red', icon: 'circle-x' },
  tentative: { tone: 'yellow', icon: 'clock' },
  needsAction: { tone: 'grey', icon: 'clock' },
};

export function AnswerBadge({ answer }: { answer: Answer }) {
  const { t } = useTranslation('calendar');
  return <Badge {...LOOKS[answer]}>{t(`event.answer.${answer}`)}</Badge>;
}

/** The account's answer, where others are invited, and whether there is a meeting in Google Meet. */
export function EventBadges({ event: { guests, answer, meet } }: { event: CalendarEvent }) {
  return (
    <>
      {guests.length > 0 && <AnswerBadge answer={answer} />}
      {meet && (
        <Badge tone="blue" icon="video">
          Meet
        </Badge>
      )}
    </>
  );
}
