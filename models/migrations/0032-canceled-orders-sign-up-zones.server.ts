import { optionalDateTime, optionalText } from './column-kinds.server';
import { addColumn, type Step } from './steps.server';

export const name = '0032-canceled-orders-sign-up-zones';

export const steps = (): Step[] => [
  addColumn('orders', 'canceled_at', optionalDateTime),
  addColumn('login_challenges', 'time_zone', optionalText(64)),
];
