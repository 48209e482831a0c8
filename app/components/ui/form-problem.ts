import { useActionData } from '@remix-run/react';
import { createContext, useContext } from 'react';
import { type FormProblem, NO_PROBLEM } from '@/app/domain/form-problem';

export function useFormProblem(): FormProblem {
  return useActionData<FormProblem>() ?? NO_PROBLEM;
}

/** The problem of the form around a field. Outside of a PostForm, as in a search form, there is none. */
export const FormProblemContext = createContext<FormProblem>(NO_PROBLEM);

interface FieldState {
  name: string;
  error?: string | undefined;
  value?: string | undefined;
}

/** A field's props with the error and the submitted value of the form around it, which replace the given ones. */
export function useField<Props extends FieldState>(field: Props): Props & FieldState {
  const { errors, values } = useContext(FormProblemContext);
  return { ...field, error: errors[field.name] ?? field.error, value: values[field.name] ?? field.value };
}
