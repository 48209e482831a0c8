import { MAX_NAME_LENGTH } from '@/app/domain/format/user-name';
import { Field, type FieldProps } from '../ui/Field';

type AccountFieldProps = Pick<FieldProps, 'label' | 'value'>;

export function NameField(field: AccountFieldProps) {
  return <Field {...field} name="name" autoComplete="name" maxLength={MAX_NAME_LENGTH} required />;
}

/** Posts `email`. Phones show the e-mail keyboard and do not capitalise or correct the address. */
export function EmailField(field: AccountFieldProps) {
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

/** Posts `timeZone`, empty without scripts: that of the account if the form makes one. */
export function TimeZoneField() {
  return <input type="hidden" name="timeZone" data-island="browser-zone" />;
}

/** Posts `leadOrigin`: the campaign (utm_source) of the page's address, for the account if the form makes one. */
export function LeadOriginField({ value }: { value: string | undefined }) {
  return value ? <input type="hidden" name="leadOrigin" value={value} /> : null;
}
