import { optionalText } from './column-kinds.server';
import { addColumn, type Step } from './steps.server';

export const name = '0013-upload-sessions';

export const steps = (): Step[] => [addColumn('uploads', 'session_address', optionalText(2048))];
