import type { Operation } from '@/app/http/api/operation';
import { documentation } from './documentation';
import { mcp } from './mcp';
import { wallet } from './wallet';

/** Every operation of the API, in the order of the documentation. */
export const operations: Operation[] = [...wallet, ...mcp];

operations.push(documentation(operations));
