import { useSyncExternalStore } from 'react'
import { browserStore } from '#web/kit/storage/text-store.ts'

/**
 * The last order that this browser registered and may not have paid yet. Only its id is kept: the server returns the
 * rest, and only to the browser with the setup cookie (D101, D104).
 */

const storageKey = 'luna-open-order'
const listeners = new Set<() => void>()

export function noteOpenOrder(id: string): void {
  browserStore.write(storageKey, id)
  for (const notify of listeners) notify()
}

export function clearOpenOrder(): void {
  browserStore.delete(storageKey)
  for (const notify of listeners) notify()
}

function listen(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** Returns the id of the order; null without one and during server rendering. */
export function useOpenOrder(): string | null {
  return useSyncExternalStore(
    listen,
    () => browserStore.read(storageKey),
    () => null,
  )
}
