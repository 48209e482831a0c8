import { PERIODIC_JOBS } from '@/app/domain/jobs';
import { prepareDatabase } from '@/app/services/platform/system/prepare-database.server';
import { handlers } from '@/jobs/handlers';

const name = process.argv[2];
const job = PERIODIC_JOBS.find((known) => known.name === name);
if (!job) {
  process.stdout.write(name ? `There is no job called ${name}. ` : '');
  process.stdout.write('Jobs, each with a crontab line:\n');
  for (const known of PERIODIC_JOBS) {
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
  process.stderr.write(`${job.name}: ${(error as Error).message}\n`);
  process.exit(1);
}
