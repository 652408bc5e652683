import { useSyncExternalStore } from 'react'

/** Whether people are asked to prove that it is still them; every call that waits for it shares one answer. */

let waiting: ((isProven: boolean) => void)[] = []
const listeners = new Set<() => void>()

/** Asks; returns whether they have proven it, false when they would rather not. */
export function askIdentity(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting = [...waiting, resolve]
    tell()
  })
}

/** Ends the question for everything that waits. */
export function answerIdentity(isProven: boolean): void {
  const told = waiting
  waiting = []
  for (const resolve of told) resolve(isProven)
  tell()
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

function tell(): void {
  for (const listener of listeners) listener()
}
