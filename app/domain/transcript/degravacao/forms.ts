import { z } from 'zod';
import { saveFirstFields } from '../../draft/save-first';
import type { AppErrorCode } from '../../errors';
import { code, submissionId, wholeNumber } from '../../form-fields';
import { isDay } from '../../format/day';
import { toOneLine } from '../../format/normalise-unicode';
import { MAX_PEOPLE } from '../people';
import { MAX_SPEAKER_LENGTH } from '../rewrite-utterances';
import { CASE_NUMBER_LENGTH, formatCaseNumber, hasValidCheckDigits, parseCaseNumber } from './case-number';
import {
  type DegravacaoRecord,
  MAX_RECORD_TEXT,
  MAX_REGISTRATION_LENGTH,
  MAX_ROLE_LENGTH,
  PROFILES,
  QUOTED_PASSAGES,
} from './record';

// The form parser treats an empty text as missing.
const optionalText = (most: number) =>
  z
    .string()
    .max(10 * most, code('degravacao.text-too-long'))
    .transform(toOneLine)
    .refine(({ length }) => length <= most, code('degravacao.text-too-long'))
    .default('');

const choice = <const Choices extends readonly [string, ...string[]]>(choices: Choices) =>
  z.enum(choices, { error: code('form.malformed') }).default(() => choices[0] as never);

const speakers = z
  .array(z.string({ error: code('form.malformed') }).max(MAX_SPEAKER_LENGTH, code('form.malformed')))
  .max(MAX_PEOPLE, code('form.malformed'))
  .default([]);

const perSpeaker = (most: number) =>
  z.array(optionalText(most)).max(MAX_PEOPLE, code('form.malformed')).default([]);

/** Fields whose text is taken as it is typed. */
const freeFields = {
  /** Of the record that the page showed; 0 before there is one. */
  version: wholeNumber,
  profile: choice(PROFILES),
  quoted: choice(QUOTED_PASSAGES),
  court: optionalText(MAX_RECORD_TEXT),
  act_kind: optionalText(MAX_RECORD_TEXT),
  speaker: speakers,
  role: perSpeaker(MAX_ROLE_LENGTH),
  qualified_name: perSpeaker(MAX_RECORD_TEXT),
  responsible: optionalText(MAX_RECORD_TEXT),
  registration: optionalText(MAX_REGISTRATION_LENGTH),
};

const checkedCaseNumber = optionalText(2 * CASE_NUMBER_LENGTH).transform((text, context) => {
  const report = (message: AppErrorCode) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (text === '') return '';
  const number = parseCaseNumber(text);
  if (!number) return report('degravacao.case-number-form');
  return hasValidCheckDigits(number) ? formatCaseNumber(number) : report('degravacao.case-number-digits');
});

const checkedDay = optionalText(MAX_RECORD_TEXT).refine(
  (text) => text === '' || isDay(text),
  code('degravacao.date-invalid'),
);

/** The form of a degravação, to be kept. */
export const degravacaoSchema = z.object({
  submissionId,
  ...freeFields,
  case_number: checkedCaseNumber,
  hearing_date: checkedDay,
  recording_date: checkedDay,
});

/** The same form while it is filled in: numbers and dates may be unfinished. */
export const degravacaoDraftSchema = z.object({
  submissionId,
  ...freeFields,
  case_number: optionalText(2 * CASE_NUMBER_LENGTH).transform((text) => {
    const number = parseCaseNumber(text);
    return number ? formatCaseNumber(number) : text;
  }),
  hearing_date: optionalText(MAX_RECORD_TEXT),
  recording_date: optionalText(MAX_RECORD_TEXT),
  unsaved: saveFirstFields.unsaved,
});

/** The record that a form describes. Roles and names belong to the speaker at the same place. */
export function recordOfForm(
  form: Omit<z.output<typeof degravacaoDraftSchema>, 'unsaved'>,
): DegravacaoRecord {
  return {
    profile: form.profile,
    quoted: form.quoted,
    caseNumber: form.case_number,
    court: form.court,
    actKind: form.act_kind,
    hearingDate: form.hearing_date,
    recordingDate: form.recording_date,
    participants: form.speaker.map((speaker, index) => ({
      speaker,
      role: form.role[index] ?? '',
      name: form.qualified_name[index] ?? '',
    })),
    responsible: form.responsible,
    registration: form.registration,
  };
}

/** The same form, sent by the button of a file: it is kept first, and so is the text if it says so. */
export const degravacaoDownloadSchema = degravacaoSchema.extend(saveFirstFields);
