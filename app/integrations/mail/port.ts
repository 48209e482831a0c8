export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends one mail. Rejects when the server did not take it. */
export interface MailSender {
  send(message: MailMessage): Promise<void>;
}
