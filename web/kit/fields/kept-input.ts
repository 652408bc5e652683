import { tabStore } from '../storage/text-store.ts'

/** What was typed into a form, kept in this tab through reloads and other screens. */
export type KeptInput = Readonly<Record<string, string>>

const prefix = 'luna-form-'

/** Returns what was typed under this name and not deleted since. */
export function readKept(name: string): KeptInput {
  const text = tabStore.read(prefix + name)
  return text === null ? {} : (JSON.parse(text) as KeptInput)
}

/** Keeps this input; what is kept of other fields stays. */
export function keepInput(name: string, more: KeptInput): void {
  const kept = { ...readKept(name), ...more }
  if (Object.keys(kept).length > 0) tabStore.write(prefix + name, JSON.stringify(kept))
}

/** Deletes the input of all forms, when the user is done with them or signs out. */
export function clearKept(): void {
  for (const key of tabStore.names()) if (key.startsWith(prefix)) tabStore.delete(key)
}

/** Returns the text of a form's fields by name; never a password or a file. */
export function readTyped(form: HTMLFormElement): KeptInput {
  const typed = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const secrets = new Set([...form.querySelectorAll<HTMLInputElement>('[type=password]')].map(({ name }) => name))
  return Object.fromEntries(typed.filter(([name]) => !secrets.has(name)))
}
