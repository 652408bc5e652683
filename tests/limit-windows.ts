const quarterMs = 15 * 60_000

/** The windows of limits begin at whole quarters of an hour: a test of them must not run across such a border. */
export async function passBorder(): Promise<void> {
  const leftMs = quarterMs - (Date.now() % quarterMs)
  if (leftMs < 12_000) await new Promise((resolve) => setTimeout(resolve, leftMs + 50))
}
