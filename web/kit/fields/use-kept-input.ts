import { useLayoutEffect, useState } from 'react'
import { keepInput, type KeptInput, readKept, readTyped } from './kept-input.ts'

/**
 * Returns what was typed into this form before, and keeps what is typed from now on; without a name it keeps nothing.
 * Unchanged fields are not kept, so that a new default can replace them.
 */
export function useKeptInput(name: string | undefined, form: HTMLFormElement | null): KeptInput {
  const [kept] = useState(() => (name === undefined ? {} : readKept(name)))

  // A layout effect cleans up while the form is still on the page, even when another screen replaces it.
  useLayoutEffect(() => {
    if (name === undefined || !form) return
    const untouched = readTyped(form)
    const keep = () => {
      const typed = Object.entries(readTyped(form))
      keepInput(name, Object.fromEntries(typed.filter(([field, text]) => field in kept || text !== untouched[field])))
    }
    window.addEventListener('pagehide', keep)
    document.addEventListener('visibilitychange', keep)
    return () => {
      keep()
      window.removeEventListener('pagehide', keep)
      document.removeEventListener('visibilitychange', keep)
    }
  }, [name, form, kept])
  return kept
}
