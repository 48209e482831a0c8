import { part } from '../ui/part.contract';

export const TOTAL_FORM = {
  line: part('p[data-total]'),
  amount: part('output'),
  choice: part('input[type="radio"]', 'cents'),
  quantity: part('input[type="number"]', 'cents'),
};
