/** The most characters a question may have. */
export const QUESTION_LENGTH = 5_000;
/** Questions that one account may send. */
export const QUESTIONS_PER_USER = { most: 5, windowMs: 3_600_000 };
/** Questions that may come from one network address; many people share an address. */
export const QUESTIONS_PER_ADDRESS = { most: 20, windowMs: 3_600_000 };
