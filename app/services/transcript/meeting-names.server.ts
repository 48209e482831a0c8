import type { Transaction } from 'sequelize';
import { nameSpeakers } from '@/app/domain/meeting/name-speakers';
import type { JoinedTimeline } from '@/app/domain/meeting/timeline';
import type { NameOffer } from '@/app/domain/speech/offer-names';
import type { Utterance } from '@/app/domain/transcript/transcript';
import { MeetingTimelineRow } from '@/models/meeting-timeline.server';

type Spoken = Pick<Utterance, 'speaker' | 'startMs' | 'endMs'>;

/** Who spoke when in the meeting that was transcribed; null for another recording. */
export async function readMeetingTimeline(
  transcriptionId: number,
  transaction: Transaction | null = null,
): Promise<JoinedTimeline | null> {
  const row = await MeetingTimelineRow.findByPk(transcriptionId, { transaction });
  return row && (JSON.parse(row.timeline) as JoinedTimeline);
}

/** The utterances with the names of those who certainly spoke them; as they are without a timeline. */
export function withMeetingNames<U extends Spoken>(
  utterances: readonly U[],
  timeline: JoinedTimeline | null,
): U[] {
  if (!timeline) return [...utterances];
  const { names } = nameSpeakers(utterances, timeline);
  return utterances.map((utterance) => ({
    ...utterance,
    speaker: names.get(utterance.speaker) ?? utterance.speaker,
  }));
}

/** Names for people without one that the meeting's page suggests, except those that were refused. */
export async function readMeetingNameOffers(
  transcriptionId: number,
  utterances: readonly Spoken[],
): Promise<NameOffer[]> {
  const row = await MeetingTimelineRow.findByPk(transcriptionId);
  if (!row) return [];
  const refused = refusedNamesOf(row);
  const { names, offers } = nameSpeakers(utterances, JSON.parse(row.timeline) as JoinedTimeline);
  const certain = [...names].map(([speaker, name]) => ({ speaker, name }));
  return [...certain, ...offers].filter(({ name }) => !refused.includes(name));
}

/** The name that the meeting's page suggests for a person is offered no more. */
export async function refuseMeetingName(
  transcriptionId: number,
  { speaker, utterances }: { speaker: string; utterances: readonly Spoken[] },
  transaction: Transaction,
): Promise<void> {
  const offered = await readMeetingNameOffers(transcriptionId, utterances);
  const names = offered.filter((offer) => offer.speaker === speaker).map(({ name }) => name);
  const lock = transaction.LOCK.UPDATE;
  const row = names.length > 0 && (await MeetingTimelineRow.findByPk(transcriptionId, { lock, transaction }));
  if (!row) return;
  await row.update({ refusedNames: JSON.stringify([...refusedNamesOf(row), ...names]) }, { transaction });
}

const refusedNamesOf = ({ refusedNames }: MeetingTimelineRow): string[] =>
  refusedNames ? (JSON.parse(refusedNames) as string[]) : [];
