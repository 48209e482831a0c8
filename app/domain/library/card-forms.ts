import { z } from 'zod';
import type { AppErrorCode } from '../errors';
import { plainSchema } from '../form-fields';
import type { FormProblem } from '../form-problem';

/** A form of a card in the transcription list; `crypto` is the public id of its transcription. */
export const cardSchema = plainSchema.extend({
  crypto: z.string({ error: 'form.malformed' satisfies AppErrorCode }),
});

export const isOfCard = ({ values }: FormProblem) => 'crypto' in values;
