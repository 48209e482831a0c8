import { settings } from '@/app/config/env.server';
import { prepareDatabase } from '@/app/services/platform/system/prepare-database.server';
import { createDemonstration, DEMO_EMAIL } from './seed/demonstration';

try {
  await prepareDatabase();
  const { isNew, shareUrl } = await createDemonstration();
  const codes = settings.isLocal ? 'on the terminal of npm start and in data/mail' : 'in its mail';
  process.stdout.write(`${DEMO_EMAIL} ${isNew ? 'is ready' : 'is there already'}.
  Sign in:  ${settings.publicUrl}/login with that address; the six-digit code is ${codes}.
  Share:    ${shareUrl}
  The pending recording waits until a worker runs (npm start), which transcribes it within seconds.
`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`seed: ${(error as Error).message}\n`);
  process.exit(1);
}
