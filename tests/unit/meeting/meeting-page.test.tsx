import { describe, expect, it } from 'vitest';
import { MeetingPage, type MeetingView } from '@/app/components/meeting/MeetingPage';
import { END_REASONS } from '@/app/domain/meeting/end-reason';
import { shownWait } from '@/app/domain/meeting/shown-wait';
import type { MeetingPhase, MeetingStatus } from '@/app/domain/meeting/status';
import { render, textOf } from '@/tests/support/render';

const startsAt = new Date('2026-11-20T17:30:00Z');
const meeting: MeetingView = {
  ...{
    publicId: 'id',
    title: 'Pauta',
    room: 'abc-defg-hij',
    type: 'scheduled',
    status: 'waiting',
    phase: null,
  },
  ...{ startsAt, recordingSince: null, leavesAt: null, endedAt: null, endReason: null, people: [] },
  ...{ isStopping: false, isQueued: false, isExtendable: false, isDeletable: false, language: 'pt' },
  ...{ waitSecondsLeft: null, transcription: null, staysUntil: null },
};
const availability = { obstacle: null, hasMinutes: true, isAdmin: false };

const shown = async (values: Partial<MeetingView>, language: 'pt' | 'en' = 'pt', over: object = {}) =>
  textOf(
    await render(
      <MeetingPage
        meeting={{ ...meeting, ...values }}
        botName="Escriba"
        waitSeconds={300}
        balanceMs={5_400_000}
        statusVersion="v"
        availability={{ ...availability, ...over }}
        text={null}
      />,
      { language },
    ),
  );

describe('the page of a meeting', () => {
  it.each(END_REASONS)('has a sentence for the end %s, in both languages', async (endReason) => {
    const pt = await shown({ status: 'failed', endReason });
    const en = await shown({ status: 'failed', endReason }, 'en');
    const isOffered = endReason !== 'not-found';
    expect([pt.includes('Enviar de novo'), en.includes('Send again')]).toEqual([isOffered, isOffered]);
    expect(pt).not.toBe(en);
  });

  it.each([
    ['waiting', null, 'Agendada para'],
    ['waiting', 'entering', 'O assistente está entrando na reunião.'],
    ['waiting', 'lobby', 'autorize a entrada de “Escriba”.'],
    ['running', 'recording', 'Gravando desde'],
    ['running', 'unheard', 'Há pessoas falando, mas nenhum som chega ao assistente.'],
    ['running', 'rejoining', 'está voltando à reunião'],
    ['running', 'finishing', 'está guardando a gravação'],
  ] as [MeetingStatus, MeetingPhase | null, string][])(
    'says where it stands: %s, %s',
    async (status, phase, said) => {
      expect(await shown({ status, phase, recordingSince: startsAt })).toContain(said);
    },
  );

  it('offers what can be done, and nothing else', async () => {
    const scheduled = await shown({});
    expect(scheduled).toMatch(/Enviar agora Editar Cancelar reunião/);
    expect(await shown({ type: 'instant' })).toContain('Desistir');
    const running = { status: 'running', phase: 'recording', recordingSince: startsAt } as const;
    expect(await shown({ ...running, isExtendable: true })).toContain('Ficar mais uma hora Parar e sair');
    expect(await shown({ ...running, isStopping: true })).not.toContain('Parar e sair');
    expect(await shown({ ...running, phase: 'finishing' })).not.toContain('Parar e sair');
    expect(await shown({ status: 'failed', endReason: 'denied', isDeletable: true })).toContain(
      'Excluir reunião',
    );
  });

  it('says what an hour more costs, and how long it can go on', async () => {
    const running = { status: 'running', phase: 'recording', recordingSince: startsAt } as const;
    const page = await shown({
      ...running,
      isExtendable: true,
      staysUntil: new Date('2026-11-21T03:30:00Z'),
    });
    expect(page).toContain('você tem 1 h 30 min.');
    expect(page).toMatch(/pode ficar até .{20,30}, no máximo\./);
  });

  it('says what was asked of the assistant', async () => {
    expect(await shown({ room: 'abc-defg-hij', language: 'en' })).toContain(
      'meet.google.com/abc-defg-hij Nome do assistente Escriba Idioma da reunião Inglês Tempo máximo de espera 5 minutos',
    );
  });

  it.each([
    [{ isQueued: true }, 'Na fila'],
    [{ status: 'running', phase: 'recording', isStopping: true }, 'Saindo'],
    [{ status: 'running', phase: 'unheard' }, 'Sem som'],
  ] as [Partial<MeetingView>, string][])('has a badge for %o', async (values, badge) => {
    expect(await shown(values)).toContain(`Pauta ${badge}`);
  });

  it('says before a press what keeps the assistant from coming', async () => {
    expect(await shown({}, 'pt', { hasMinutes: false })).toContain('Seus minutos de transcrição acabaram.');
    const missing = await shown({}, 'pt', { obstacle: 'no-browser', isAdmin: true });
    expect(missing).toContain('instale o Chromium');
  });

  it('lists a name once', async () => {
    const people = ['Bia', 'Bia', 'Caio'];
    const page = await shown({ status: 'running', phase: 'recording', recordingSince: startsAt, people });
    expect(page).toContain('Quem está na reunião Bia Caio');
  });

  it.each([
    ['processing', 'A gravação está sendo transcrita. Abrir a transcrição'],
    ['stored', 'A gravação está guardada, à espera de minutos. Abrir a transcrição'],
    ['succeeded', 'A reunião terminou. Abrir a transcrição'],
  ])('leads to the transcription: %s', async (status, said) => {
    const transcription = { publicId: 't', status };
    expect(await shown({ status: 'completed', endReason: 'ended', transcription })).toContain(said);
  });
});

it.each([
  [1, 'seconds', 15],
  [15, 'seconds', 15],
  [45, 'seconds', 45],
  [46, 'minutes', 1],
  [60, 'minutes', 1],
  [61, 'minutes', 2],
  [1800, 'minutes', 30],
])('a wait of %i s is shown in %s', (seconds, unit, count) => {
  expect(shownWait(seconds)).toEqual({ unit, count });
});
