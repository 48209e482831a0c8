/** Audited administrator actions; each is the key of a sentence in locales admin.json: `audit.<action>`. */
export type AuditAction =
  | 'role-admin'
  | 'role-user'
  | 'minutes-granted'
  | 'feature-on'
  | 'feature-off'
  | 'maintenance-on'
  | 'maintenance-off'
  | 'ad-published'
  | 'ad-changed'
  | 'ads-off'
  | 'invited'
  | 'invitation-revoked'
  | 'job-retried'
  | 'passkeys-reset'
  | 'token-made'
  | 'acting-began'
  | 'acting-ended';

/** Values for placeholders of the sentence, beside the administrator and the affected user. */
export type AuditDetails = Record<string, string | number>;
