import { z } from 'zod';
import type { AppErrorCode } from '../errors';
import { plainSchema } from '../form-fields';

const card = plainSchema.extend({ crypto: z.string({ error: 'form.malformed' satisfies AppErrorCode }) });

/** Forms of the transcription list, by intent; the forms of a card name the transcription by its `crypto`. */
export const listForms = { sample: plainSchema, resend: card, favourite: card, unfavourite: card };
