import { z } from 'zod';
import { code, plainSchema } from '../form-fields';
import type { FormProblem } from '../form-problem';

/** A form of a card in the transcription list; `crypto` is the public id of its transcription. */
export const cardSchema = plainSchema.extend({
  crypto: z.string({ error: code('form.malformed') }),
});

export const isOfCard = ({ values }: FormProblem) => 'crypto' in values;
