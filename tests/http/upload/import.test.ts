import { beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestResponse, type TestUser } from '@/tests/support/test-user';
import { rows } from '../platform/data-dir';
import { textOf } from '../platform/page';
import { silence } from '../transcription/recordings';

const SRT =
  '1\n00:00:00,600 --> 00:00:02,000\nAna: bom dia <script>alert(1)</script>\n\n2\n00:00:04,000 --> 00:00:06,000\nBeto: olá\n';

let celeste: RunningCeleste;
let person: TestUser & { email: string };

beforeAll(async () => {
  celeste = await sharedCeleste();
  person = await signUp(celeste);
});

interface Sent {
  text?: string;
  recording?: Uint8Array<ArrayBuffer>;
  fields?: Record<string, string>;
  name?: string;
}

/** Posts the form as a browser does: a file that was not chosen has no name. */
function send(
  { text, recording, fields = {}, name = 'entrevista.srt' }: Sent,
  by: TestUser = person,
): Promise<TestResponse> {
  const body = new FormData();
  const all = { submissionId: crypto.randomUUID(), transcription_name: '', language: '', ...fields };
  for (const [field, value] of Object.entries(all)) body.append(field, value);
  body.append('transcript', new Blob([text ?? '']), text === undefined ? '' : name);
  body.append('file', new Blob([recording ?? '']), recording ? 'fala.wav' : '');
  return by.request('/transcriptions/import', { method: 'POST', body, headers: { Origin: celeste.address } });
}

describe('importing', () => {
  it('opens the text, which is edited, exported and shared out to nobody else', async () => {
    const { status, location } = await send({ text: SRT, name: 'qualquer.bin' });
    expect(status).toBe(303);
    const page = await person.get(location!);
    expect(page.status).toBe(200);
    expect(textOf(page.body)).toContain('Texto importado de SRT.');
    expect(textOf(page.body)).toContain('Esta transcrição foi importada sem gravação.');
    expect(page.body).not.toContain('<script>alert(1)');
    for (const path of [
      '/export.srt',
      '/export.pdf',
      '/people',
      '/summary',
      '/versions',
      '/download',
      '/share',
    ])
      expect([path, (await person.get(location! + path)).status]).toEqual([path, 200]);
    expect((await person.get(`${location}/audio`)).status).toBe(404);
    expect((await person.get(`${location}/export.srt`)).body).toContain('Ana: bom dia');
    expect((await (await signUp(celeste)).get(location!)).status).toBe(404);
  });

  it('takes a recording, and charges nothing', async () => {
    const { location } = await send({
      text: SRT,
      recording: silence(7),
      fields: { transcription_name: 'Sobre o rio' },
    });
    const page = await person.get(location!);
    expect(page.body).toContain('<audio controls');
    expect(textOf(page.body)).toContain('Sobre o rio');
    expect((await person.get(`${location}/audio`)).status).toBe(200);
    expect(textOf((await person.get('/wallet')).body)).toContain('30 min');
    const charged = `SELECT id FROM wallet_transactions WHERE reason = 'transcription'
      AND user_id = (SELECT id FROM users WHERE email = '${person.email}')`;
    expect(await rows(celeste, charged)).toEqual([]);
  });

  it.each([
    [{}, 400, 'Escolha o arquivo da transcrição.'],
    [{ text: 'bom dia' }, 400, 'O texto não tem tempos'],
    [
      { text: SRT.replace('00:00:06', '00:00:03'), recording: silence(1) },
      400,
      'Linha 6: o tempo termina antes de começar.',
    ],
    [{ text: 'MZ\0' }, 415, 'Não reconhecemos este arquivo.'],
    [{ text: '['.repeat(100_000) }, 400, 'O JSON tem níveis demais'],
    [{ text: 'a'.repeat(33 * 1024 ** 2) }, 413, 'pode ter até 32 MB'],
  ])('says at the field what is wrong: %#', async (sent: Sent, status, message) => {
    const answer = await send({ fields: { transcription_name: 'Guardado' }, ...sent });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatch(
      new RegExp(`id="transcript-error"[^>]*>(?:<svg.*?</svg>)? ?${message}|${message}`),
    );
    expect(answer.body).toContain('aria-describedby="transcript-hint transcript-error"');
    expect(answer.body).toContain('value="Guardado"');
  });

  it('says at the field of the recording what is wrong with it', async () => {
    const answer = await send({ text: SRT, recording: new TextEncoder().encode('nothing') });
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('aria-describedby="file-hint file-error"');
  });

  it('speaks English', async () => {
    const english = await signUp(celeste);
    await english.post('/language', { lang: 'en' });
    const answer = await send({ text: SRT.replace('00:00:06', '00:00:03') }, english);
    expect(textOf(answer.body)).toContain('Line 6: the time ends before it starts.');
  });
});
