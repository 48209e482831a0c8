type Typed = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Kept {
  /** Of the record that the form was filled in for. */
  version: string;
  /** By the name of the fields, in their order. */
  values: Record<string, string[]>;
}

/**
 * Keeps in this tab what is typed in a form that is saved by its button, so that nobody loses it by following one of
 * the page's links. Another version of the record ends it.
 * @returns whether something is shown again that the page did not show
 */
export function keepTyped(form: HTMLFormElement): boolean {
  const key = `typed ${location.pathname}`;
  const version = String(new FormData(form).get('version'));
  const fields = fieldsByName(form);
  form.addEventListener('input', () => {
    const values = Object.fromEntries(
      [...fields].map(([name, all]) => [name, all.map(({ value }) => value)]),
    );
    write(key, { version, values });
  });
  const kept = read(key);
  if (kept?.version !== version) return false;
  let isRestored = false;
  for (const [name, all] of fields) {
    const typed = kept.values[name];
    // Somebody was merged or split meanwhile.
    if (typed?.length !== all.length) continue;
    all.forEach((field, index) => {
      const value = typed[index] ?? '';
      isRestored ||= field.value !== value;
      field.value = value;
    });
  }
  return isRestored;
}

function fieldsByName(form: HTMLFormElement): Map<string, Typed[]> {
  const fields = new Map<string, Typed[]>();
  for (const field of form.querySelectorAll<Typed>(
    'input:not([type="hidden"], [type="radio"]), select, textarea',
  )) {
    if (field.name) fields.set(field.name, [...(fields.get(field.name) ?? []), field]);
  }
  return fields;
}

/** A browser may deny its storage. */
function read(key: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

function write(key: string, kept: Kept): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // What is typed stays in the form.
  }
}
