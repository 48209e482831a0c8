import { randomBytes } from 'node:crypto';
import path from 'node:path';
import mysql from 'mysql2/promise';
import { startGoogleStorage } from '../../support/google-storage';
import { findMariaDb, startMariaDb } from '../../support/mariadb';
import { startRedis } from '../../support/redis';
import { StripeServer } from '../../support/stripe';

export type Surroundings = Awaited<ReturnType<typeof openSurroundings>>;

/**
 * Starts all that several machines share: a database, Redis, a bucket, and Stripe.
 * @param folder of their files
 * @throws Error where MariaDB or Redis is not installed
 */
export async function openSurroundings(folder: string) {
  const programs = findMariaDb();
  if (!programs) throw new Error('MariaDB is not installed (Debian: apt-get install mariadb-server)');
  const mariaDb = await startMariaDb(programs, path.join(folder, 'mariadb'));
  const connection = await mysql.createConnection(mariaDb.url);
  await connection.query('CREATE DATABASE celeste');
  await connection.end();
  const redis = await startRedis(path.join(folder, 'redis'));
  const google = await startGoogleStorage();
  const stripe = await new StripeServer().start();
  return {
    folder,
    mariaDb,
    redis,
    google,
    stripe,
    /** Settings of all processes. Each reaches the database and Redis over a line of its own. */
    env: {
      ...stripe.environment,
      SESSION_SECRET: randomBytes(48).toString('base64'),
      STORAGE_URL: `gs://${google.bucket}`,
      STORAGE_API_ENDPOINT: google.address,
      GOOGLE_APPLICATION_CREDENTIALS: google.keyFile,
    },
    databaseUrl: `${mariaDb.url}/celeste`,
    async close() {
      await Promise.all([stripe.stop(), google.stop()]);
      await redis.stop();
      await mariaDb.stop();
    },
  };
}
