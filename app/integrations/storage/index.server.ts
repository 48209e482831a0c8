import path from 'node:path';
import { settings } from '@/app/config/env.server';
import { diskStorage } from './disk.server';
import type { ObjectStorage } from './port';

export const storage: ObjectStorage = diskStorage(path.join(settings.dataDir, 'storage'));
