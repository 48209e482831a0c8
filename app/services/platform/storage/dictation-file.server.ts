import path from 'node:path';
import { settings } from '@/app/config/env.server';

export const dictationsFolder = (): string => path.join(settings.dataDir, 'dictations');

/** @param publicId of a dictation in the database: part of the path */
export const dictationFile = (publicId: string): string => path.join(dictationsFolder(), publicId);
