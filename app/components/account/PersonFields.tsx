import { NAME_LENGTH } from '@/app/domain/format/person-name';
import { Field, type FieldProps } from '../ui/Field';

type PersonFieldProps = Pick<FieldProps, 'label' | 'value' | 'error'>;

/** Posts `name`, as people write their own. */
export function NameField(field: PersonFieldProps) {
  return <Field {...field} name="name" autoComplete="name" maxLength={NAME_LENGTH} required />;
}

/** Posts `email`; phones show the keyboard for addresses and change no letter. */
export function EmailField(field: PersonFieldProps) {
  return (
    <Field
      {...field}
      name="email"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}
