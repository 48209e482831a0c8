import { z } from 'zod';
import { saveFirstFields } from '../../draft/save-first';
import { code, submissionId } from '../../form-fields';
import { EXPORT_FORMATS, LAYOUTS, SHOWN_PARTS } from './options';

/** The download form while there are unsaved changes. */
export const downloadSchema = z.object({
  submissionId,
  format: z.enum(EXPORT_FORMATS, { error: code('form.malformed') }),
  layout: z.enum(LAYOUTS, { error: code('form.malformed') }).default('plain'),
  show: z.array(z.enum(SHOWN_PARTS, { error: code('form.malformed') })).default([]),
  ...saveFirstFields,
});
