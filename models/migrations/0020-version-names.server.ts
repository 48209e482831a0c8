import { optionalText } from './column-kinds.server';
import { addColumn, type Step } from './steps.server';

export const name = '0020-version-names';

/** The machine's transcript is version 1 and stands in `transcripts`. */
export const steps = (): Step[] =>
  ['transcripts', 'transcript_versions', 'document_versions'].map((table) =>
    addColumn(table, 'name', optionalText(80)),
  );
