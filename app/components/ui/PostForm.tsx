import type { ComponentProps } from 'react';
import { ErrorSummary } from './ErrorSummary';
import type { FormErrors } from './Field';

export interface PostFormProps extends Omit<ComponentProps<'form'>, 'method'> {
  submissionId: string;
  /** Which of the page's actions it asks for, where there are several. */
  intent?: string;
  /** What is wrong with what was sent, said at its top. A form that begins with a heading says it below that. */
  errors?: FormErrors;
  /** Islands besides the one that sends it once. */
  islands?: string;
}

/** A form that is posted; sent twice, it counts once. */
export function PostForm({ submissionId, intent, errors, islands, children, ...form }: PostFormProps) {
  return (
    <form method="post" {...form} data-island={islands ? `submit-once ${islands}` : 'submit-once'}>
      {errors && <ErrorSummary errors={errors} />}
      <input type="hidden" name="submissionId" value={submissionId} />
      {intent && <input type="hidden" name="intent" value={intent} />}
      {children}
    </form>
  );
}
