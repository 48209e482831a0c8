import '@/tests/support/data-folder';
import { it } from 'vitest';
import { uploadAtOnce } from '@/tests/soak/uploads';

it('transcribes concurrent uploads in order', async () => {
  await uploadAtOnce({ count: 6, people: 1 });
}, 180_000);
