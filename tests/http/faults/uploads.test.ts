import '@/tests/support/data-folder';
import { it } from 'vitest';
import { uploadAtOnce } from '@/tests/soak/uploads';

it('transcribes 20 concurrent uploads in order', async () => {
  await uploadAtOnce({ count: 20, people: 1 });
}, 180_000);
