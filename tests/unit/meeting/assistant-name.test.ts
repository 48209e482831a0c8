import { describe, expect, it } from 'vitest';
import { isAssistantName } from '@/app/domain/meeting/assistant-name';

describe('isAssistantName', () => {
  it.each([
    'Fireflies.ai Notetaker',
    'Otter note taker',
    'Sembly Note-Taker',
    'MeetBot',
    'bot',
    'Recall Bot',
    'Call Recorder',
    'Assistente de Ana',
    'AI Assistant',
    'Ana (gravando)',
  ])('knows %s', (name) => expect(isAssistantName(name)).toBe(true));

  it.each(['Ana Abbott', 'Talbot', 'Botelho', 'José Botão', 'Robotnik', 'Gravação Silva'])(
    'takes %s for a person',
    (name) => expect(isAssistantName(name)).toBe(false),
  );
});
