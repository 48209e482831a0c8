import { optionalDateTime, optionalText } from './column-kinds.server';
import { addColumn, addIndex, type Step } from './steps.server';

export const name = '0041-job-turns';

/** Both columns are null in rows of a process that does not know them; workers fill them. */
export const steps = (): Step[] => [
  addColumn('jobs', 'queue', optionalText(16)),
  addColumn('jobs', 'turn', optionalDateTime),
  addIndex('jobs', ['status', 'queue', 'turn', 'id']),
  addIndex('jobs', ['status', 'leased_until']),
  addIndex('jobs', ['status', 'lane', 'turn']),
];
