import { settings } from '@/app/config/env.server';
import type { JobBroker } from './port';

/** Connects to the broker of the settings; null without one. Its packages are loaded only where it is used. */
export async function openBroker(): Promise<JobBroker | null> {
  if (!settings.redisUrl) return null;
  const { BullMqBroker } = await import('./bullmq.server');
  return new BullMqBroker(settings.redisUrl);
}
