import type { ComponentProps } from 'react';
import type { IslandName } from '@/app/islands/ui/island-names.contract';
import { ErrorSummary } from './ErrorSummary';
import type { FormErrors } from './Field';

export interface PostFormProps extends Omit<ComponentProps<'form'>, 'method'> {
  submissionId: string;
  /** Selects one of several actions of the page. */
  intent?: string;
  /**
   * Shown in an error summary at the top. Forms that begin with a heading render their own summary below it.
   */
  errors?: FormErrors;
  /** Island besides `submit-once`. */
  islands?: IslandName;
}

/** POST form with an idempotency key (`submissionId`): a duplicate submission has no second effect. */
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
