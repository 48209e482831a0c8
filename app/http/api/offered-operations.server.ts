import { settings } from '@/app/config/env.server';
import type { Operation } from './operation';

/** The operations of a table that exist here: without those of the wallet where nothing is sold. */
export const offeredOperations = (operations: Operation[]): Operation[] =>
  settings.sells ? operations : operations.filter(({ isOfSales }) => !isOfSales);
