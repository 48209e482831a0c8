import { optionalDateTime } from './column-kinds.server';
import { addColumn, type Step } from './steps.server';

export const name = '0009-confidence-seen';

export const steps = (): Step[] => [addColumn('transcriptions', 'confidence_seen_at', optionalDateTime)];
