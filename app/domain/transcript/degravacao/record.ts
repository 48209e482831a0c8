/** For whom the document is made; decides what stands in it. */
export const PROFILES = ['lawyer', 'journalist', 'researcher', 'captioner'] as const;

export type Profile = (typeof PROFILES)[number];

/** What a journalist quotes: everything that is said, or what is highlighted in the text. */
export const QUOTED_PASSAGES = ['all', 'highlighted'] as const;

export type QuotedPassages = (typeof QUOTED_PASSAGES)[number];

/** Of the files, by extension. */
export const DEGRAVACAO_FORMATS = ['pdf', 'docx'] as const;

export type DegravacaoFormat = (typeof DEGRAVACAO_FORMATS)[number];

export const MAX_RECORD_TEXT = 160;
export const MAX_ROLE_LENGTH = 60;
export const MAX_REGISTRATION_LENGTH = 60;

/** Somebody who speaks in the recording, as the document names them. */
export interface Participant {
  /** As in the transcript: a label or a name. */
  speaker: string;
  /** Such as 'Juíza de Direito' or 'Testemunha'; empty for none. */
  role: string;
  /** Full name; empty for the name that the transcript shows. */
  name: string;
}

/** What a degravação says apart from the text. Empty texts and dates are not known. */
export interface DegravacaoRecord {
  profile: Profile;
  quoted: QuotedPassages;
  /** With its punctuation. */
  caseNumber: string;
  court: string;
  /** Such as 'Audiência de instrução e julgamento'. */
  actKind: string;
  /** 'YYYY-MM-DD' */
  hearingDate: string;
  /** 'YYYY-MM-DD': when the recording was made, which is not when it was uploaded. */
  recordingDate: string;
  participants: Participant[];
  /** Who made the degravação and signs it. */
  responsible: string;
  /** Of the responsible person, in a court's or a professional register. */
  registration: string;
}

export const EMPTY_RECORD: DegravacaoRecord = {
  profile: 'lawyer',
  quoted: 'all',
  caseNumber: '',
  court: '',
  actKind: '',
  hearingDate: '',
  recordingDate: '',
  participants: [],
  responsible: '',
  registration: '',
};

/** Those who speak, with what the record says of them, in the order of `speakers`. */
export function participantsOf(record: DegravacaoRecord, speakers: readonly string[]): Participant[] {
  const known = new Map(record.participants.map((participant) => [participant.speaker, participant]));
  return speakers.map((speaker) => known.get(speaker) ?? { speaker, role: '', name: '' });
}

/**
 * The given participants, and those kept of speakers whom the given ones do not name: a text may have more people
 * than a form shows. At most `most` in all.
 */
export function mergeParticipants(
  kept: readonly Participant[],
  given: readonly Participant[],
  most: number,
): Participant[] {
  const named = new Set(given.map(({ speaker }) => speaker));
  return [...given, ...kept.filter(({ speaker }) => !named.has(speaker))].slice(0, most);
}

/** Participants follow their speakers to new names, in order; one who becomes another keeps the other's details. */
export function renameParticipants(
  participants: readonly Participant[],
  renames: readonly { from: string; to: string }[],
): Participant[] {
  const bySpeaker = new Map(participants.map((participant) => [participant.speaker, participant]));
  for (const { from, to } of renames) {
    const moved = bySpeaker.get(from);
    if (!moved || from === to) continue;
    bySpeaker.delete(from);
    const other = bySpeaker.get(to);
    if (!other?.role && !other?.name) bySpeaker.set(to, { ...moved, speaker: to });
  }
  return [...bySpeaker.values()];
}
