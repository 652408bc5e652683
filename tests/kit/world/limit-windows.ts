const quarterMs = 15 * 60_000
const dayMs = 24 * 60 * 60_000

/**
 * Waits past a border: the windows of limits begin at whole quarters of an hour, and a test must not run across one.
 */
export function passBorder(): Promise<void> {
  return pass(quarterMs)
}

/** Does the same for tests that count days, which begin at midnight UTC. */
export function passMidnight(): Promise<void> {
  return pass(dayMs)
}

async function pass(everyMs: number): Promise<void> {
  const leftMs = everyMs - (Date.now() % everyMs)
  if (leftMs < 12_000) await new Promise((resolve) => setTimeout(resolve, leftMs + 50))
}
