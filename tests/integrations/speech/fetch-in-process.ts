import { fetchPack } from '@/app/integrations/speech/local/fetch-pack.server';
import { tinyPack } from './tiny-pack';

/** A process that downloads the tiny pack. Arguments: base URL and data folder. */
const [address, dataDir] = process.argv.slice(2);
await fetchPack(tinyPack(address!), { dataDir: dataDir!, signal: new AbortController().signal });
