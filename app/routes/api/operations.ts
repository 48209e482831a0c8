import type { Operation } from '@/app/http/api/operation';
import { documentation } from './documentation';
import { wallet } from './wallet';

/** Every operation of the API, in the order of the documentation. */
export const operations: Operation[] = [...wallet];

operations.push(documentation(operations));
