import path from 'node:path';
import { settings } from '@/app/config/env.server';
import { makeOwnFolder } from '@/app/config/own-work.server';

/** A new, empty folder for the files of one job, which removes it; those of dead workers go when one starts. */
export const workFolder = (purpose: string): Promise<string> =>
  makeOwnFolder(path.join(settings.dataDir, 'tmp'), purpose);
