import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { WorkerDied } from '@/app/services/platform/jobs/job';
import { emitEvent } from '@/app/services/webhook/emit-event.server';
import { createEndpoint } from '@/app/services/webhook/endpoints.server';
import { handlers } from '@/jobs/handlers';
import { inTransaction } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { WebhookDelivery } from '@/models/webhook-delivery.server';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases('a message whose worker died at every attempt', () => {
  beforeEach(resetDatabase);

  it.each(['deliver-webhook', 'retry-webhook'] as const)('goes on after the job %s', async (name) => {
    const userId = await makeUser();
    const form = { url: 'https://example.com/', events: ['document.created'] as const };
    await createEndpoint(userId, { ...form, submissionId: randomUUID() });
    await inTransaction((transaction) =>
      emitEvent(userId, 'document.created', { id: 'x', title: 'Ata' }, transaction),
    );
    await Job.update({ name }, { where: { name: 'deliver-webhook' } });
    const job = (await claimJob([name]))!;
    const payload = JSON.parse(job.payload) as { deliveryId: number; endpointId: number };
    const claim = { jobId: job.id, fence: job.fence };
    const run = { payload, claim, signal: new AbortController().signal, isLastAttempt: true };
    await handlers[name].onDeadLetter?.(run, new WorkerDied());

    const next = await Job.findOne({ where: { name: 'retry-webhook', status: 'waiting' } });
    expect(JSON.parse(next!.payload)).toEqual({ deliveryId: payload.deliveryId });
    const delivery = await WebhookDelivery.findOne({ rejectOnEmpty: true });
    expect([delivery.status, delivery.attempts, delivery.nextAt]).toEqual(['waiting', 0, next!.runAt]);
  });
});
