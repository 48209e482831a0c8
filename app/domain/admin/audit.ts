/** What an administrator can do, by the key of its sentence in locales admin.json: `audit.<action>`. */
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
  | 'job-retried'
  | 'acting-began'
  | 'acting-ended';

/** What the sentence mentions beside the administrator and whom it was about. */
export type AuditDetails = Record<string, string | number>;
