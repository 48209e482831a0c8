export const STORED_RETENTION_DAYS = 30;

/** Days before the deletion of an ARMAZENADO file at which its owner gets a warning. */
export const DELETION_WARNING_DAYS = 3;

/** Audio retention periods in days that an owner can choose for finished transcriptions. */
export const AUDIO_RETENTION_DAYS = [7, 30, 90, 365] as const;
