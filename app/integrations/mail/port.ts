export interface MailMessage {
  to: string;
  /** Reply-To header; replies go to the configured sender when it is absent. */
  replyTo?: { name: string; address: string } | undefined;
  subject: string;
  /** Further headers, by name. */
  headers?: Record<string, string>;
  text: string;
  html: string;
}

/** Sends one e-mail. Rejects when the mail server did not accept it. */
export interface MailSender {
  send(message: MailMessage): Promise<void>;
}
