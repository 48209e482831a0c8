import '../services/data-folder';
import { it } from 'vitest';
import { uploadAtOnce } from '../soak/uploads';

it('finishes 20 uploads that come at once, in their order', async () => {
  await uploadAtOnce({ count: 20, people: 1 });
}, 180_000);
