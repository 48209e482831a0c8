/** A rejected form: its submitted values, and messages in the user's language by field name; `form` for all of it. */
export interface FormProblem {
  values: Record<string, string>;
  /** All values of each field that was submitted, in order. */
  lists: Record<string, string[]>;
  errors: Record<string, string>;
  params: Record<string, string | number>;
}

export const NO_PROBLEM: FormProblem = { values: {}, lists: {}, errors: {}, params: {} };
