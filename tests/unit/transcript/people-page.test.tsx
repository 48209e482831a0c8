import { expect, it } from 'vitest';
import { PeoplePage } from '@/app/components/transcript/people/PeoplePage';
import type { NameOffer } from '@/app/domain/speech/offer-names';
import { listPeople } from '@/app/domain/transcript/people';
import type { PersonDoubt } from '@/app/domain/transcript/person-doubts';
import { render, textOf } from '@/tests/support/render';

const page = async (
  doubts: PersonDoubt[],
  language: 'pt' | 'en' = 'pt',
  offers: NameOffer[] = [],
  confidenceScore = 93,
) =>
  textOf(
    await render(
      <PeoplePage
        publicId="id"
        version={1}
        people={listPeople([
          { speaker: 'A', startMs: 0, endMs: 9000 },
          { speaker: 'Rui', startMs: 9000, endMs: 18_000 },
        ])}
        doubts={doubts}
        offers={offers}
        speakers={['A', 'Rui']}
        knownNames={[]}
        hasRecording
        confidenceScore={confidenceScore}
        isDemoModel={false}
      />,
      { language },
    ),
  );

it('says beside a person whose voice is similar, in both languages', async () => {
  const doubts = [{ speaker: 'A', other: 'Rui' }];
  expect(await page(doubts)).toContain(
    'A voz é muito parecida com a de Rui, e algumas falas podem estar trocadas.',
  );
  expect(await page(doubts, 'en')).toContain('This voice is very similar to that of Rui');
  expect(await page([])).not.toContain('parecida');
});

it('says where one person may be two', async () => {
  const doubts = [{ speaker: 'Rui', other: null }];
  expect(await page(doubts)).toContain('Podem ser duas pessoas de vozes muito parecidas.');
  expect(await page(doubts, 'en')).toContain('This may be two speakers with very similar voices.');
});

it('offers a name that the voice suggests, and sets none', async () => {
  const offers = [{ speaker: 'A', name: 'Ana' }];
  const text = await page([], 'pt', offers);
  expect(text).toContain('Pessoa A: parece ser Ana. Sim, é Ana Dispensar');
  expect(await page([], 'en', offers)).toContain('sounds like Ana. Yes, this is Ana Dismiss');
  expect(await page([])).not.toContain('parece ser');
});

it('says with the confidence when everything has to be checked', async () => {
  expect(await page([], 'pt', [], 55)).toContain('Confiança da transcrição: Boa Confira tudo. Boa parte');
  expect(await page([], 'en', [], 20)).toContain('Check everything. The recording was hard to understand');
  expect(await page([])).not.toContain('Confira tudo');
});
