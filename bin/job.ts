import { AppError } from '@/app/domain/errors';
import { PERIODIC_JOBS } from '@/app/domain/jobs';
import { translator } from '@/app/i18n/texts.server';
import { scheduledJobs } from '@/app/services/platform/jobs/scheduled-jobs.server';
import { prepareDatabase } from '@/app/services/platform/system/prepare-database.server';
import { handlers } from '@/jobs/handlers';

const name = process.argv[2];
const job = PERIODIC_JOBS.find((known) => known.name === name);
if (!job) {
  process.stdout.write(name ? `There is no job called ${name}. ` : '');
  process.stdout.write('Jobs, each with a crontab line:\n');
  for (const known of scheduledJobs()) {
    process.stdout.write(`  ${known.name.padEnd(14)} ${known.crontab}  npm run job -- ${known.name}\n`);
  }
  process.exit(name ? 1 : 0);
}
try {
  await prepareDatabase();
  await handlers[job.name].run();
  process.stdout.write(`${job.name}: done\n`);
  process.exit(0);
} catch (error) {
  const reason =
    error instanceof AppError
      ? translator('en', 'errors')(error.code, error.params)
      : (error as Error).message;
  process.stderr.write(`${job.name}: ${reason}\n`);
  process.exit(1);
}
