/** What was typed into a form, kept by this tab alone through reloads and other screens. */
export type KeptInput = Readonly<Record<string, string>>

const prefix = 'luna-form-'

/** What was typed under this name and not forgotten since. */
export function readKept(name: string): KeptInput {
  const text = sessionStorage.getItem(prefix + name)
  return text === null ? {} : (JSON.parse(text) as KeptInput)
}

/** Keeps this, too; what is kept of other fields stays. */
export function keepInput(name: string, more: KeptInput): void {
  const kept = { ...readKept(name), ...more }
  if (Object.keys(kept).length > 0) sessionStorage.setItem(prefix + name, JSON.stringify(kept))
}

/** Of all forms: the person is done with them, or leaves. */
export function forgetKept(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}

/** The text of a form's fields by their names; never a password, and no file. */
export function readTyped(form: HTMLFormElement): KeptInput {
  const typed = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const secrets = new Set([...form.querySelectorAll<HTMLInputElement>('[type=password]')].map(({ name }) => name))
  return Object.fromEntries(typed.filter(([name]) => !secrets.has(name)))
}
