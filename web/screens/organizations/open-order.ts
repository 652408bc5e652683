import { useSyncExternalStore } from 'react'

/**
 * The order of an organization that this browser registered last and may not have paid yet. Only its id: what it is
 * about the server tells, and only to the browser with the setup cookie (D101, D104).
 */

const storageKey = 'luna-open-order'
const listeners = new Set<() => void>()

export function noteOpenOrder(id: string): void {
  localStorage.setItem(storageKey, id)
  for (const tell of listeners) tell()
}

export function forgetOpenOrder(): void {
  localStorage.removeItem(storageKey)
  for (const tell of listeners) tell()
}

function listen(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** Its id; null without one, and on a page that the server renders. */
export function useOpenOrder(): string | null {
  return useSyncExternalStore(
    listen,
    () => localStorage.getItem(storageKey),
    () => null,
  )
}
