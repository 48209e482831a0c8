import { optionalDateTime } from './column-kinds.server';
import { addColumn, type Step } from './steps.server';

export const name = '0032-canceled-orders';

export const steps = (): Step[] => [addColumn('orders', 'canceled_at', optionalDateTime)];
