import { describe, expect, it } from 'vitest';
import type { TranscriptionRow } from '@/app/components/library/TranscriptionCard';
import { TranscriptionList } from '@/app/components/library/TranscriptionList';
import { render, textOf } from '@/tests/support/render';

const row = (changes: Partial<TranscriptionRow>): TranscriptionRow => ({
  publicId: 'aBcDeFgHiJkLmNoPqRsTu',
  title: 'Entrevista',
  status: 'succeeded',
  progressPercent: null,
  minutesLeft: null,
  stage: null,
  waitsFor: null,
  modelPercent: null,
  durationMs: 72_320,
  createdAt: new Date('2026-11-20T22:30:00Z'),
  errorMessage: null,
  retentionDaysLeft: null,
  missingHours: null,
  hasRecording: true,
  canResend: false,
  isFavourite: false,
  tags: [],
  isNew: false,
  summary: null,
  fileName: 'entrevista.mp3',
  sizeBytes: 1_572_864,
  language: 'pt',
  modelName: null,
  confidenceScore: null,
  ...changes,
});

const list = (changes: Partial<TranscriptionRow>, language: 'pt' | 'en' = 'pt') =>
  render(<TranscriptionList rows={[row(changes)]} search="?page=2" />, { language });

describe('a transcription in the list', () => {
  it.each([
    ['pending', { waitsFor: 'slot' }, 'PENDENTE Na fila. A transcrição começa assim que chegar a vez.'],
    ['pending', { waitsFor: 'model', modelPercent: 37 }, 'PENDENTE Aguardando o download do modelo de fala'],
    ['processing', { progressPercent: 43, stage: 'recognizing' }, 'PROCESSANDO 43% Transcrevendo a fala'],
    [
      'processing',
      { progressPercent: 66, stage: 'diarizing', minutesLeft: 4 },
      'PROCESSANDO 66% Identificando as pessoas · Faltam cerca de 4 min',
    ],
    ['succeeded', {}, 'Sucesso'],
    ['stored', { retentionDaysLeft: 30 }, 'ARMAZENADO Tempo de transcrição insuficiente.'],
    [
      'failed',
      { errorMessage: 'Arquivo inválido ou corrompido' },
      'Erro Arquivo inválido ou corrompido Os minutos voltaram para o seu saldo.',
    ],
  ] as const)('shows its status when %s %o', async (status, changes, said) => {
    expect(textOf(await list({ status, ...changes }))).toContain(said);
  });

  it.each([
    ['pt', 31, 'Confiança Boa · Confira tudo'],
    ['en', 30, 'Confidence Fair · Check everything'],
  ] as const)(
    'says in %s at a confidence of %i that everything has to be checked',
    async (language, score, said) => {
      expect(textOf(await list({ confidenceScore: score }, language))).toContain(said);
      expect(textOf(await list({ confidenceScore: 70 }, language))).not.toMatch(
        /Confira tudo|Check everything/,
      );
    },
  );

  it.each([
    ['pt', 1, 'Comprar a hora que falta'],
    ['pt', 3, 'Comprar as 3 horas que faltam'],
    ['en', 3, 'Buy the 3 hours you need'],
  ] as const)(
    'offers in %s the %i hours that are missing for a stored file',
    async (language, hours, said) => {
      const html = await list({ status: 'stored', missingHours: hours }, language);
      expect(html).toContain(`<a href="/wallet?hours=${hours}#credits-title">${said}</a>`);
      expect(await list({ status: 'stored' }, language)).not.toContain('/wallet');
    },
  );

  it.each([
    ['pt', 30, 'O arquivo será excluído automaticamente em 30 dias.'],
    ['pt', 1, 'O arquivo será excluído automaticamente em 1 dia.'],
    ['pt', 0, 'O arquivo será excluído automaticamente hoje.'],
    ['en', 2, 'The file will be deleted automatically in 2 days.'],
    ['en', 1, 'The file will be deleted automatically in 1 day.'],
    ['en', 0, 'The file will be deleted automatically today.'],
  ] as const)('counts down to the deletion of a stored file (%s, %i)', async (language, days, said) => {
    expect(textOf(await list({ status: 'stored', retentionDaysLeft: days }, language))).toContain(said);
  });

  it('links to its page whatever its status', async () => {
    for (const status of ['succeeded', 'processing', 'pending', 'stored', 'failed'] as const) {
      expect(await list({ status })).toContain('href="/transcriptions/aBcDeFgHiJkLmNoPqRsTu"');
    }
  });

  it('offers to refresh only while a transcription is under way', async () => {
    for (const status of ['pending', 'processing'] as const) {
      expect(await list({ status })).toContain('href="/transcriptions?page=2"');
    }
    for (const status of ['succeeded', 'stored', 'failed'] as const) {
      expect(await list({ status })).not.toContain('href="/transcriptions?page=2"');
    }
  });

  it('escapes HTML in a title', async () => {
    const markup = await list({ title: '"><img src=x onerror=1>' });
    expect(markup).not.toContain('<img');
    expect(markup).toContain('&lt;img src=x onerror=1&gt;');
    expect(markup).toContain('title="&quot;&gt;&lt;img');
  });

  it('shows the beginning of the summary that was kept', async () => {
    expect(textOf(await list({ summary: 'A prefeita anuncia obras no centro.' }))).toContain(
      'Resumo: A prefeita anuncia…',
    );
  });

  it('shows a long title as far as there is room, and whole in its tooltip', async () => {
    const title = 'Entrevista com a prefeita de São João del-Rei';
    const markup = await list({ title });
    expect(textOf(markup)).toContain(title);
    expect(markup).toContain(`title="${title}"`);
  });
});
