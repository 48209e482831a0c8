import { mail } from '@/app/integrations/mail/index.server';
import { sendUsageWarnings } from '@/app/services/billing/payments/send-usage-warnings.server';
import { openDatabase, switchDatabase } from '@/models/database.server';
import type { DatabaseAddress } from '@/tests/support/databases';
import { KillAtStep } from '@/tests/support/kill-at-step';

/** Sends usage warnings, and dies before its n-th step: a statement, or a mail sent. */
const [address, fatalStep] = process.argv.slice(2);
const sequelize = switchDatabase(openDatabase(JSON.parse(address!) as DatabaseAddress));
const mortal = new KillAtStep(Number(fatalStep));
sequelize.query = mortal.countCalls(sequelize.query.bind(sequelize)) as typeof sequelize.query;
mail.send = mortal.countCalls(mail.send.bind(mail));

await sendUsageWarnings();
process.stdout.write(`${mortal.steps}`);
await sequelize.close();
