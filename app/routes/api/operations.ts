import { offeredOperations } from '@/app/http/api/offered-operations.server';
import type { Operation } from '@/app/http/api/operation';
import { account } from './account';
import { calendar } from './calendar';
import { documentation } from './documentation';
import { documents } from './documents';
import { identity } from './identity';
import { mcp } from './mcp';
import { meetings } from './meetings';
import { summaries } from './summaries';
import { support } from './support';
import { transcriptionFiles } from './transcription-files';
import { transcriptions } from './transcriptions';
import { uploads } from './uploads';
import { blocks as blocksV1 } from './v1/blocks';
import { documents as documentsV1 } from './v1/documents';
import { files as filesV1 } from './v1/files';
import { meetings as meetingsV1 } from './v1/meetings';
import { search as searchV1 } from './v1/search';
import { transcriptions as transcriptionsV1 } from './v1/transcriptions';
import { uploads as uploadsV1 } from './v1/uploads';
import { wallet as walletV1 } from './v1/wallet';
import { webhooks as webhooksV1 } from './v1/webhooks';
import { wallet } from './wallet';

/** Every operation of the API, in the order of the documentation. */
export const operations: Operation[] = offeredOperations([
  ...account,
  ...identity,
  ...transcriptions,
  ...uploads,
  ...summaries,
  ...transcriptionFiles,
  ...documents,
  ...meetings,
  ...calendar,
  ...wallet,
  ...support,
  ...mcp,
  ...transcriptionsV1,
  ...uploadsV1,
  ...searchV1,
  ...blocksV1,
  ...filesV1,
  ...documentsV1,
  ...meetingsV1,
  ...walletV1,
  ...webhooksV1,
]);

operations.push(documentation(operations));
