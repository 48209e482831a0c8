import type { Operation } from '@/app/http/api/operation';
import { account } from './account';
import { documentation } from './documentation';
import { documents } from './documents';
import { identity } from './identity';
import { mcp } from './mcp';
import { summaries } from './summaries';
import { support } from './support';
import { transcriptionFiles } from './transcription-files';
import { transcriptions } from './transcriptions';
import { uploads } from './uploads';
import { wallet } from './wallet';

/** Every operation of the API, in the order of the documentation. */
export const operations: Operation[] = [
  ...account,
  ...identity,
  ...transcriptions,
  ...uploads,
  ...summaries,
  ...transcriptionFiles,
  ...documents,
  ...wallet,
  ...support,
  ...mcp,
];

operations.push(documentation(operations));
