/** Nothing waits longer, as for every call (`api.ts`). */
const patienceMs = 30_000

/** The answers that were asked for before the app was there, by address. */
const early = new Map<string, Promise<Response>>()

/** Asks for what every page reads first, while the app's files are still on their way. */
export function askEarly(addresses: readonly string[]): void {
  for (const address of addresses) {
    const answer = fetch(address, { credentials: 'same-origin', signal: AbortSignal.timeout(patienceMs) })
    // The call that takes the answer sees the failure.
    answer.catch(() => undefined)
    early.set(address, answer)
  }
}

/** Returns the answer that was asked for early, the first time; undefined if there is none. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const answer = early.get(address)
  early.delete(address)
  return answer
}
