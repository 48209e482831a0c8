import { describe, expect, it } from 'vitest';
import { read } from './source';

/** A message of the error catalogue: its text, the key of its text, and the module that shows or throws it. */
type Line = [message: string, area: string, key: string, module: string];

const CORE: Line[] = [
  [
    'Oops! O áudio da transcrição não foi definido.',
    'errors',
    'export.audio-missing',
    'components/transcript/DownloadPage.tsx',
  ],
  [
    'Erro ao exportar o áudio da transcrição!',
    'errors',
    'export.audio-failed',
    'services/transcript/download-recording.server.ts',
  ],
  [
    'Erro ao exportar transcrição para TXT!',
    'errors',
    'export.txt-failed',
    'services/transcript/export-transcript.server.ts',
  ],
  [
    'Erro ao exportar transcrição para PDF!',
    'errors',
    'export.pdf-failed',
    'services/transcript/export-transcript.server.ts',
  ],
  [
    'Erro ao exportar transcrição para DOCX!',
    'errors',
    'export.docx-failed',
    'services/transcript/export-transcript.server.ts',
  ],
  ['Processando...', 'library', 'delete.busy', 'components/library/DeleteTranscriptionPage.tsx'],
  ['Transcrição excluída com sucesso', 'common', 'toast.deleted', 'routes/transcription/delete.tsx'],
  ['Erro ao excluir transcrição', 'errors', 'transcription.not-deleted', 'routes/transcription/delete.tsx'],
  ['Arquivo enviado para transcrição', 'common', 'toast.uploaded', 'routes/library/transcriptions.tsx'],
  ['Arquivo enviado para transcrição', 'common', 'toast.uploaded', 'http/upload/receive-recording.server.ts'],
  [
    'Transcrição não encontrada',
    'errors',
    'transcription.not-found',
    'services/transcript/find-own-transcription.server.ts',
  ],
  [
    'Tempo de transcrição insuficiente',
    'errors',
    'wallet.insufficient-funds',
    'services/transcription/resend-transcription.server.ts',
  ],
  [
    'Tempo de transcrição insuficiente',
    'errors',
    'wallet.insufficient-funds',
    'components/upload/UploadCard.tsx',
  ],
  ['Tempo de transcrição insuficiente', 'common', 'toast.stored', 'http/upload/receive-recording.server.ts'],
  [
    'Erro ao enviar arquivo para transcrição',
    'errors',
    'transcription.not-sent',
    'routes/library/transcriptions.tsx',
  ],
  [
    'Erro ao enviar arquivo para transcrição',
    'errors',
    'transcription.not-sent',
    'http/upload/receive-recording.server.ts',
  ],
  [
    'Erro ao atualizar o speaker. Tente novamente.',
    'errors',
    'transcript.speaker-not-saved',
    'routes/transcript/speaker.tsx',
  ],
  ['Erro ao buscar transcrição', 'errors', 'transcript.not-read', 'routes/transcript/transcript.tsx'],
  ['Transcrição copiada', 'transcript', 'copy.done', 'components/transcript/editor/tools/Toolbar.tsx'],
  [
    'Erro ao copiar transcrição',
    'transcript',
    'copy.failed',
    'components/transcript/editor/tools/Toolbar.tsx',
  ],
  ['Transcrição salva com sucesso', 'common', 'toast.textSaved', 'routes/transcript/transcript.tsx'],
  ['Erro ao salvar transcrição', 'errors', 'transcript.not-saved', 'routes/transcript/transcript.tsx'],
  [
    'Erro ao salvar transcrição',
    'errors',
    'transcript.not-saved',
    'components/transcript/editor/tools/Toolbar.tsx',
  ],
  [
    'Erro ao obter histórico de resumos.',
    'transcript',
    'summary.unreadable',
    'components/transcript/SummaryPage.tsx',
  ],
  ['Resumo gerado com sucesso!', 'common', 'toast.summaryMade', 'routes/transcript/summary.tsx'],
  ['Erro ao gerar Resumo.', 'errors', 'summary.not-made', 'routes/transcript/summary.tsx'],
  ['Resumo excluído com sucesso!', 'common', 'toast.summaryDeleted', 'routes/transcript/summary.tsx'],
  ['Erro ao excluir resumo.', 'errors', 'summary.not-deleted', 'routes/transcript/summary.tsx'],
  [
    'O arquivo de áudio está sem falas!',
    'errors',
    'media.no-speech',
    'services/transcription/transcribe.server.ts',
  ],
  [
    'Já existe um arquivo armazenado aguardando transcrição',
    'errors',
    'transcription.already-stored',
    'services/transcription/register-transcription.server.ts',
  ],
  ['Erro ao verificar áudio', 'errors', 'media.not-checked', 'services/upload/probe-duration.server.ts'],
  [
    'Erro ao converter arquivo',
    'errors',
    'media.decode-failed',
    'integrations/speech/assemblyai/client.server.ts',
  ],
  ['Erro ao carregar arquivo', 'errors', 'transcription.upload-failed', 'http/upload/upload.server.ts'],
  ['Formato de arquivo não suportado', 'errors', 'media.unsupported', 'components/upload/UploadCard.tsx'],
  ['Arquivo não possui trilha de áudio', 'errors', 'media.no-audio', 'components/upload/UploadCard.tsx'],
  ['Arquivo inválido ou corrompido', 'errors', 'media.invalid', 'components/upload/UploadCard.tsx'],
  ['Autenticado com sucesso!', 'common', 'toast.signedIn', 'http/session/challenge.server.ts'],
  [
    'Verifique seus dados e tente novamente',
    'errors',
    'account.login-failed',
    'services/account/confirm-code.server.ts',
  ],
  ['Código enviado com sucesso!', 'common', 'toast.codeSent', 'http/session/challenge.server.ts'],
  [
    'Erro ao enviar código por e-mail.',
    'errors',
    'account.code-not-sent',
    'services/account/send-login-mail.server.ts',
  ],
  ['Ocorreu um erro desconhecido.', 'errors', 'account.code-failed', 'routes/account/login.tsx'],
  ['Ocorreu um erro desconhecido.', 'errors', 'account.code-failed', 'routes/account/signup.tsx'],
  ['Ocorreu um erro desconhecido.', 'errors', 'account.code-failed', 'routes/account/login-code.tsx'],
  [
    'Código inválido. Por favor, tente novamente.',
    'errors',
    'account.code-invalid',
    'services/account/confirm-code.server.ts',
  ],
  ['O e-mail já foi utilizado!', 'errors', 'account.email-taken', 'services/account/confirm-code.server.ts'],
  [
    'Não foi possível validar suas credenciais, por favor entre em contato com nosso suporte',
    'errors',
    'account.link-invalid',
    'services/account/confirm-code.server.ts',
  ],
  ['Token de autenticação inexistente.', 'common', 'toast.sessionMissing', 'http/session/session.server.ts'],
  [
    'Não foi possível concluir a criação do pedido',
    'errors',
    'checkout.failed',
    'services/billing/payments/start-checkout.server.ts',
  ],
  ['Compra cancelada.', 'billing', 'toast.canceled', 'http/views/checkout-return.server.ts'],
  ['Pagamento efetuado com sucesso!', 'billing', 'toast.paid', 'http/views/checkout-return.server.ts'],
];

const SECONDARY: Line[] = [
  ['Nome da reunião é obrigatório.', 'errors', 'meeting.name-required', 'domain/meeting/forms.ts'],
  ['URL da reunião é obrigatória.', 'errors', 'meeting.url-required', 'domain/meeting/meeting-url.ts'],
  [
    'Apenas URLs do Google Meet são permitidas.',
    'errors',
    'meeting.url-elsewhere',
    'domain/meeting/meeting-url.ts',
  ],
  [
    'URL inválida. Por favor, verifique e tente novamente.',
    'errors',
    'meeting.url-invalid',
    'domain/meeting/meeting-url.ts',
  ],
  ['Data da reunião é obrigatória.', 'errors', 'meeting.date-required', 'domain/meeting/forms.ts'],
  ['Hora da reunião é obrigatória.', 'errors', 'meeting.time-required', 'domain/meeting/forms.ts'],
  [
    'Não é possível agendar uma reunião com data retroativa.',
    'errors',
    'meeting.past',
    'domain/meeting/start-time.ts',
  ],
  ['Nome do assistente é obrigatório.', 'errors', 'meeting.bot-name-required', 'domain/meeting/forms.ts'],
  ['Tempo máximo de espera é obrigatório.', 'errors', 'meeting.wait-required', 'domain/meeting/forms.ts'],
  ['Reunião criada com sucesso!', 'meeting', 'toast.created', 'routes/meeting/meetings.tsx'],
  [
    'Já existe um assistente na reunião solicitada.',
    'errors',
    'meeting.assistant-there',
    'http/views/meetings.server.ts',
  ],
  [
    'Erro ao criar reunião (500). Tente novamente.',
    'errors',
    'meeting.not-created',
    'routes/meeting/meetings.tsx',
  ],
  ['Configurações salvas com sucesso!', 'meeting', 'toast.settingsSaved', 'routes/meeting/settings.tsx'],
  [
    'Erro ao salvar configurações. Tente novamente.',
    'errors',
    'meeting.settings-not-saved',
    'routes/meeting/settings.tsx',
  ],
  ['Nenhuma reunião encontrada', 'meeting', 'empty.page', 'components/meeting/MeetingsPage.tsx'],
  ['Gravação em Andamento', 'meeting', 'recording', 'components/meeting/MeetingBadge.tsx'],
  [
    'Erro ao salvar as informações',
    'errors',
    'onboarding.not-saved',
    'services/onboarding/answers.server.ts',
  ],
  [
    'Ocorreu um problema ao enviar o e-mail, tente novamente.',
    'errors',
    'support.not-sent',
    'services/support/send-question.server.ts',
  ],
  [
    'Oops! O e-mail informado não é válido. Vamos tentar novamente?',
    'errors',
    'support.email-invalid',
    'domain/support/forms.ts',
  ],
  ['E-mail enviado com sucesso!', 'common', 'toast.questionSent', 'routes/support/support.tsx'],
  ['Retornaremos nas próximas 24 horas.', 'support', 'done.within', 'components/support/SupportPage.tsx'],
  ['Obrigado por entrar em contato conosco', 'support', 'done.thanks', 'components/support/SupportPage.tsx'],
];

describe('each line of the error catalogues is shown where it belongs', () => {
  it.each([...CORE, ...SECONDARY])('%s (%s %s) in %s', (message, area, key, module) => {
    const texts = JSON.parse(read(`locales/pt/${area}.json`)) as Record<string, string>;
    expect(texts[key]).toBe(message);
    expect(read(`app/${module}`)).toContain(`'${key}'`);
  });
});
