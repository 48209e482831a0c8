import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { addTag, listTags, listTagsOf, removeTag } from '@/app/services/library/tags.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';
import { Tag } from '@/models/tag.server';
import { Tagging } from '@/models/tagging.server';
import { register } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases('tags', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
  });

  const recording = async (owner = userId) => (await register(owner, { durationMs: 1000 })).publicId;

  const add = (publicId: string, tag: string, by = userId, submissionId: string = randomUUID()) =>
    addTag({ userId: by, publicId, tag, submissionId });

  const remove = (publicId: string, tag: string, by = userId) =>
    removeTag({ userId: by, publicId, tag, submissionId: randomUUID() });

  const tagsOf = async (publicId: string) => (await listTagsOf(userId, publicId)).tags;

  it('are unique on a transcription, sorted, with the last typed spelling', async () => {
    const [first, second] = [await recording(), await recording()];
    for (const tag of ['rádio', 'Câmara', 'radio', 'Rádio', '<b>"\'; DROP', '🎤 👩‍👩‍👧'])
      await add(first, tag);
    expect(await tagsOf(first)).toEqual(['<b>"\'; DROP', 'Câmara', 'radio', 'Rádio', '🎤 👩‍👩‍👧']);
    await add(second, 'CÂMARA');
    expect(await tagsOf(first)).toContain('CÂMARA');
    expect(await listTags(userId)).toEqual(['<b>"\'; DROP', 'CÂMARA', 'radio', 'Rádio', '🎤 👩‍👩‍👧']);
  });

  it('are removed from one transcription only; unused tags are not offered', async () => {
    const [first, second] = [await recording(), await recording()];
    await add(first, 'rádio');
    await add(second, 'rádio');
    await remove(first, 'RÁDIO');
    await remove(first, 'nunca houve');
    expect([await tagsOf(first), await tagsOf(second), await listTags(userId)]).toEqual([
      ...[[], ['rádio'], ['rádio']],
    ]);
    await deleteTranscription({ userId, publicId: second, submissionId: randomUUID() });
    expect(await listTags(userId)).toEqual([]);
  });

  it('are limited to twenty', async () => {
    const publicId = await recording();
    for (let number = 1; number <= 20; number += 1) await add(publicId, `tag ${number}`);
    await expect(add(publicId, 'tag 21')).rejects.toMatchObject({ code: 'tag.too-many' });
    await add(publicId, 'TAG 20');
    expect(await tagsOf(publicId)).toHaveLength(20);
    expect(await listTags(userId)).toHaveLength(20);
  });

  it('are added once by twenty concurrent forms', async () => {
    const publicId = await recording();
    const submissionId = randomUUID();
    await Promise.all(Array.from({ length: 20 }, () => add(publicId, 'a', userId, submissionId)));
    await Promise.all(Array.from({ length: 20 }, (_, n) => add(publicId, n % 2 ? 'b' : 'B')));
    expect([await Tag.count(), await Tagging.count()]).toEqual([2, 2]);
  });

  it('are separate for each user', async () => {
    const stranger = await makeUser();
    const [own, others] = [await recording(), await recording(stranger)];
    await add(own, 'segredo');
    await add(others, 'segredo', stranger);
    const notFound = { code: 'transcription.not-found' };
    await expect(add(own, 'x', stranger)).rejects.toMatchObject(notFound);
    await expect(remove(own, 'segredo', stranger)).rejects.toMatchObject(notFound);
    await expect(listTagsOf(stranger, own)).rejects.toMatchObject(notFound);
    await remove(others, 'segredo', stranger);
    expect([await tagsOf(own), await listTags(stranger)]).toEqual([['segredo'], []]);
  });
});
