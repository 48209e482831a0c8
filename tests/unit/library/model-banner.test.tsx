import { expect, it } from 'vitest';
import { ModelBanner } from '@/app/components/library/ModelBanner';
import { render, textOf } from '@/tests/support/render';

const PROBLEM = 'fetch failed: getaddrinfo ENOTFOUND mirror.example.org';

it.each([{ state: 'demo' }, { state: 'fetching', percent: null }] as const)(
  'the banner for $state tells operators why the model is missing when the reason is known',
  async (state) => {
    expect(textOf(await render(<ModelBanner {...state} operator={{ problem: PROBLEM }} />))).toContain(
      `Por que o modelo ainda não foi instalado (nova tentativa a cada hora): ${PROBLEM}`,
    );
    expect(textOf(await render(<ModelBanner {...state} />))).not.toContain('Para quem opera');
  },
);
