/**
 * What Google Meet writes on its pages, as sources of patterns without case. The assistant asks for English; the
 * Portuguese is for a page that does not care.
 */
export const BUTTONS = {
  join: '^(ask to join( anyway)?|join now|join anyway|join here too|pedir para participar|participar agora|participar mesmo assim|participar aqui também)$',
  /** After a request that nobody answered. */
  askAgain: '^(ask to join again|ask again|try again|rejoin|pedir novamente|tentar novamente)$',
  microphoneOff: '^(turn off microphone|desativar microfone)',
  cameraOff: '^(turn off camera|desativar câmera)',
  leave: '^(leave call|leave meeting|sair da chamada|sair da reunião)$',
  chat: '^(chat with everyone|chat|conversar com todos|chat com todos)$',
  /** Of hints and of questions whose answer changes nothing for others. */
  dismiss:
    '^(got it|ok|dismiss|not now|no thanks|continue without microphone and camera|entendi|ok, entendi|agora não|dispensar|continuar sem microfone e câmera)$',
} as const;

export const TEXTS = {
  denied:
    /denied your request|request to join was denied|recusou (o )?seu pedido|pedido para participar foi recusado/i,
  lapsed:
    /no one responded to your request|nobody responded to your request|ninguém respondeu (ao|à) seu? (pedido|solicitação)/i,
  blocked:
    /you can[’']t join this video call|não é possível participar desta (vídeo)?chamada|você não pode participar desta/i,
  notFound:
    /check your meeting code|invalid video call name|meeting code (is )?(invalid|has expired)|verifique (o )?código da reunião|nome de videochamada inválido/i,
  signIn:
    /sign in to (join|continue)|you need to sign in|use your google account|faça login para (participar|continuar)/i,
  waiting:
    /asking to (join|be let in)|you[’']ll join (the call )?when someone lets you in|please wait until|waiting for (the host|someone)|pedindo para participar|você participará (da chamada )?quando alguém|aguarde até/i,
  removed: /you(’|'|ha)?(ve)? been removed from the meeting|você foi removido da reunião/i,
  ended:
    /(the )?(meeting|call) (has )?ended|ended (the (meeting|call)|for everyone)|you left the (meeting|call)|a (reunião|chamada) (foi encerrada|terminou)|você saiu da (reunião|chamada)/i,
} as const;

/** A tile that shows what somebody presents, not the person. */
export const PRESENTATION = /\bpresent(ation|ing)\b|apresentação|apresentando/i;

/** How Meet calls the assistant's own tile. */
export const OWN_TILE = /^(you|você)$|\((you|você)\)$/i;
