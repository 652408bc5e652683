import { useSyncExternalStore } from 'react'

/** Whether the user is being asked to confirm their identity; all waiting calls share one answer. */

let waiting: ((isProven: boolean) => void)[] = []
const listeners = new Set<() => void>()

/** Asks the user; resolves to whether they confirmed it, false if they canceled. */
export function askIdentity(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting = [...waiting, resolve]
    notify()
  })
}

/** Answers all waiting calls. */
export function answerIdentity(isProven: boolean): void {
  const told = waiting
  waiting = []
  for (const resolve of told) resolve(isProven)
  notify()
}

export function useIsIdentityAsked(): boolean {
  return useSyncExternalStore(
    listen,
    () => waiting.length > 0,
    () => false,
  )
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}
