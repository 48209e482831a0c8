import type { ComponentProps } from 'react';
import type { IslandName } from '@/app/islands/ui/island-names.contract';
import { FormProblemContext, useFormProblem } from './form-problem';

interface PostFormProps extends Omit<ComponentProps<'form'>, 'method'> {
  /** Selects the action on pages with several forms. */
  intent?: string;
  /** Island besides `submit-once`. */
  islands?: IslandName;
}

/** A repeated submit has no effect (idempotency key). After a rejection, fields show what was typed. */
export function PostForm({ intent, islands, children, ...form }: PostFormProps) {
  const problem = useFormProblem();
  const isOther = intent !== undefined && problem.values.intent !== intent;
  return (
    <form method="post" {...form} data-island={islands ? `submit-once ${islands}` : 'submit-once'}>
      <input type="hidden" name="submissionId" value={crypto.randomUUID()} />
      {intent && <input type="hidden" name="intent" value={intent} />}
      <FormProblemContext.Provider value={isOther ? { ...problem, values: {} } : problem}>
        {children}
      </FormProblemContext.Provider>
    </form>
  );
}
