import '@/tests/support/data-folder';
import { beforeEach, expect, it } from 'vitest';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { uploadSample } from '@/app/services/upload/upload-sample.server';
import { createDemonstration, DEMO_EMAIL } from '@/bin/seed/demonstration';
import { Document } from '@/models/document.server';
import { Glossary } from '@/models/glossary.server';
import { Share } from '@/models/share.server';
import { Tagging } from '@/models/tagging.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases('the demonstration account', () => {
  beforeEach(resetDatabase);

  const rows = async () => ({
    users: await User.count(),
    statuses: (await Transcription.findAll({ order: ['id'] })).map(({ status }) => status),
    documents: await Document.count(),
    glossaries: await Glossary.count(),
    shares: await Share.count(),
    tags: await Tagging.count(),
  });

  it('has a transcription in every lasting state, once, also after a run that was killed', async () => {
    const userId = await makeUser({ email: DEMO_EMAIL });
    await uploadSample({ userId, submissionId: 'demonstration:succeeded', language: 'pt' });
    const first = await createDemonstration();
    expect(first.isNew).toBe(true);
    const created = await rows();
    expect(created).toEqual({
      users: 1,
      statuses: ['succeeded', 'failed', 'stored', 'pending'],
      documents: 1,
      glossaries: 1,
      shares: 1,
      tags: 2,
    });
    const user = await User.findOne({ where: { email: DEMO_EMAIL } });
    expect(user?.onboardingStep).toBe('4');
    expect(await createDemonstration()).toEqual({ ...first, isNew: false });
    expect(await rows()).toEqual(created);
    expect(await checkLedger()).toEqual([]);
  });
});
