import type { Operation } from '@/app/http/api/operation';
import { documentation } from './documentation';
import { mcp } from './mcp';
import { support } from './support';
import { wallet } from './wallet';

/** Every operation of the API, in the order of the documentation. */
export const operations: Operation[] = [...wallet, ...support, ...mcp];

operations.push(documentation(operations));
