/** Runs repeatedly, never twice at once. Returns a function that stops it after the current run. */
export function repeat(everyMs: number, run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = null
    })
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
