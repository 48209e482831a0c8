import { fetchPack } from '@/app/integrations/speech/local/fetch-pack.server';
import { tinyPack } from './tiny-pack';

/** A process that fetches the tiny pack: address and data folder are its arguments. */
const [address, dataDir] = process.argv.slice(2);
await fetchPack(tinyPack(address!), { dataDir: dataDir!, signal: new AbortController().signal });
