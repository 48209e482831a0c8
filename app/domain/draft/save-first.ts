import { z } from 'zod';
import { version } from '../form-fields';

/** The saved version of a text, and how many changes are in its draft only. */
export interface UnsavedChanges {
  version: number;
  changeCount: number;
}

/** Fields of a form that takes the saved text: whether unsaved changes are saved before, and onto which version. */
export const saveFirstFields = {
  unsaved: z.enum(['save', 'leave']).optional(),
  saved_version: version.optional(),
};

export type SaveFirstForm = z.output<z.ZodObject<typeof saveFirstFields>>;
