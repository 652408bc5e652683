import { useLayoutEffect, useState } from 'react'
import { keepInput, type KeptInput, readKept, readTyped } from './kept-input.ts'

/**
 * What was typed into this form before, and keeps what is typed from now on; without a name nothing. What nobody
 * changed is not kept, so that another default can take its place.
 */
export function useKeptInput(name: string | undefined, form: HTMLFormElement | null): KeptInput {
  const [kept] = useState(() => (name === undefined ? {} : readKept(name)))

  // As a layout effect it ends while the form is still in the page, also when another screen takes its place.
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
