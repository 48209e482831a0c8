export interface MailMessage {
  to: string;
  /** Who gets an answer, where it is not the address of the settings. */
  replyTo?: { name: string; address: string } | undefined;
  subject: string;
  text: string;
  html: string;
}

/** Sends one mail. Rejects when the server did not take it. */
export interface MailSender {
  send(message: MailMessage): Promise<void>;
}
