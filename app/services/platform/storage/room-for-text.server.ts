import { settings } from '@/app/config/env.server';
import { freeBytesOf } from '@/app/config/free-bytes.server';
import { DiskFull } from '@/app/domain/disk-full';

/** What texts leave free, so that signing in, and deleting what takes the space, still find room. */
const leftBytes = () => settings.minFreeBytes / 10;

/** Before a text is written. @throws DiskFull */
export async function assertRoomForText(): Promise<void> {
  const freeBytes = await freeBytesOf(settings.dataDir);
  if (freeBytes < leftBytes()) throw new DiskFull(`${freeBytes} bytes are free`);
}
