import { describe, expect, it } from 'vitest';
import { TranscriptPage, type TranscriptPageProps } from '@/app/components/transcript/TranscriptPage';
import type { TranscriptWarning } from '@/app/domain/speech/transcript-warning';
import { render, textOf } from '@/tests/support/render';

const page = (changes: Partial<TranscriptPageProps>, language: 'pt' | 'en' = 'pt') =>
  render(
    <TranscriptPage
      publicId="aBcDeFgHiJkLmNoPqRsTu"
      title="Reunião"
      updatedAt={new Date('2026-11-20T22:30:00Z')}
      durationMs={72_320}
      confidenceScore={93}
      language="pt"
      version={1}
      changes={0}
      changeCount={0}
      isDemoModel={false}
      hasRecording
      hadRecording
      importedFrom={null}
      repairs={[]}
      hasGlossary={false}
      playback={null}
      summary="none"
      concerns={[]}
      speakers={null}
      workVersion="w"
      people={[{ speaker: 'A', hue: 0, percent: 100 }]}
      peopleCount={1}
      startAtMs={null}
      utterances={[
        { speaker: 'A', startMs: 610, text: 'Bom dia.' },
        { speaker: 'B', startMs: 12_345, text: 'Bom dia a todos.' },
      ]}
      {...changes}
    />,
    { language },
  );

describe('the page of a transcript', () => {
  it('shows date, duration and confidence in the header', async () => {
    expect(textOf(await page({}))).toContain(
      'Salvo em 20 de nov de 2026 às 19:30 Duração 00:01:12 Confiança Excelente',
    );
  });

  it('of which everything was deleted says so, and leads to its versions', async () => {
    const html = await page({ utterances: [], people: [], peopleCount: 0 });
    expect(textOf(html)).toContain('Este texto está vazio.');
    expect(textOf(await page({}))).not.toContain('vazio');
  });

  it.each([
    ['pt', 'Confiança Boa Confira tudo'],
    ['en', 'Confidence Good Check everything'],
  ] as const)('says in %s when a text has to be checked word by word', async (language, said) => {
    expect(textOf(await page({ confidenceScore: 69 }, language))).toContain(said);
    expect(textOf(await page({ confidenceScore: 70 }, language))).not.toMatch(
      /Confira tudo|Check everything/,
    );
    expect(textOf(await page({ confidenceScore: null }, language))).not.toMatch(
      /Confira tudo|Check everything/,
    );
  });

  it('says so of the demonstration model too, without a level', async () => {
    const text = textOf(await page({ confidenceScore: 40, isDemoModel: true }));
    expect(text).toContain('Confira tudo');
    expect(text).not.toContain('Confiança');
  });

  it('links each utterance to its place in the recording', async () => {
    expect(await page({})).toContain('<a href="?t=12.3#t">00:00:12</a><p>Bom dia a todos.</p>');
  });

  it('marks the utterance that a time link targets', async () => {
    const idsAt = async (startAtMs: number | null) =>
      [...(await page({ startAtMs })).matchAll(/<section id="t".*?<p id="(u\d)"/g)].map(([, id]) => id);
    expect(await idsAt(12_300)).toEqual(['u1']);
    expect(await idsAt(12_299)).toEqual(['u0']);
    expect(await idsAt(null)).toEqual([]);
  });

  it('plays from the requested time', async () => {
    expect(await page({ startAtMs: 12_340 })).toContain('/audio#t=12.34"');
    expect(await page({})).toContain('/audio"');
  });

  it('shows that the audio was deleted, and has no source then', async () => {
    const without = await page({ hasRecording: false });
    expect(textOf(without)).toContain('O áudio desta transcrição foi apagado. O texto foi mantido.');
    expect(without).not.toMatch(/<audio[^>]* src=/);
    expect(textOf(await page({}))).not.toContain('foi apagado');
  });

  it('shows speakers by the diarizer’s letter or by their given name, in the page’s language', async () => {
    const utterances = [
      { speaker: 'A', startMs: 0, text: 'Oi.' },
      { speaker: 'Ana <b>', startMs: 1000, text: 'Olá.' },
    ];
    expect(textOf(await page({ utterances }))).toContain('Pessoa A 00:00:00 Oi.');
    expect(await page({ utterances })).toContain('<bdi>Ana &lt;b&gt;</bdi>');
    expect(await page({ utterances }, 'en')).toContain('<h3 lang="en">Speaker A</h3>');
  });

  it('gives each speaker one hue, and reuses the first for the ninth', async () => {
    const utterances = [...'ABCDEFGHIA'].map((speaker, index) => ({
      speaker,
      startMs: index * 1000,
      text: '.',
    }));
    const hues = [...(await page({ utterances, people: [] })).matchAll(/speaker-(\d)/g)].map(
      ([, hue]) => hue,
    );
    expect(hues.join('')).toBe('0123456700');
  });

  it('sets the language of the text and escapes HTML in it', async () => {
    const markup = await page({
      language: 'en',
      utterances: [{ speaker: 'A', startMs: 0, text: '</p><script>1' }],
    });
    expect(markup).toMatch(/<section[^>]* lang="en">/);
    expect(markup).toContain('<p>&lt;/p&gt;&lt;script&gt;1</p>');
  });

  it('shows warnings with their time range, in the page’s language', async () => {
    const concerns: TranscriptWarning[] = [
      { kind: 'language', language: 'en', startMs: 0, endMs: 60_000 },
      { kind: 'skipped', startMs: 61_000, endMs: 75_000 },
      { kind: 'repeated', startMs: 80_000, endMs: 95_000 },
      { kind: 'truncated', startMs: 3_600_000, endMs: 3_620_000 },
    ];
    const markup = await page({ concerns });
    const said = textOf(markup);
    expect(said).toContain('O texto parece estar em Inglês, mas o idioma escolhido foi Português.');
    expect(said).toContain('00:01:01–00:01:15 Não foi possível transcrever este trecho');
    expect(said).toContain('00:01:20–00:01:35 O texto deste trecho se repete');
    expect(said).toContain('01:00:00–01:00:20 Há fala neste trecho');
    expect(markup).toContain('href="?t=3600#t"');
    expect(textOf(await page({ concerns }, 'en'))).toContain(
      '00:01:20–00:01:35 The text of this section repeats',
    );
    const many = Array.from({ length: 10 }, (_, minute): TranscriptWarning => {
      return { kind: 'skipped', startMs: minute * 60_000, endMs: minute * 60_000 + 1 };
    });
    expect(textOf(await page({ concerns: many }))).toContain('E mais 2 trechos para conferir.');
    expect(textOf(await page({}))).not.toContain('trecho');
  });

  it('warns of the demonstration model only when it was used', async () => {
    expect(await page({ isDemoModel: true })).toContain('modelo de demonstração');
    expect(await page({})).not.toContain('modelo de demonstração');
  });
});
