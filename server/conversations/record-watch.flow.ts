import { askForRecords } from './provider-records.flow.ts'
import type { Services } from './services.ts'

const probeMs = 1000
const recordsMs = 5000

/** Watches whether the voice provider works, and requests records that no webhook reported. */
export function watchVoice(services: Services): { stop(): Promise<void> } {
  const { voice, log } = services
  let wasUp = true
  const noteChange = (): void => {
    if (voice.isUp() === wasUp) return
    wasUp = voice.isUp()
    if (wasUp) log.info('the voice provider is there again')
    else log.error('the voice provider is away: conversations are refused until it answers')
  }
  const probing = repeat(probeMs, async () => {
    noteChange()
    await voice.probe()
    noteChange()
  })
  const asking = repeat(recordsMs, () =>
    askForRecords(services).catch((error: unknown) => log.warn({ err: error }, 'records could not be asked for')),
  )
  return {
    stop: async () => {
      await Promise.all([probing(), asking()])
    },
  }
}

/** Runs repeatedly, never twice at once. Returns a function that stops it after the current run. */
function repeat(everyMs: number, run: () => Promise<void>): () => Promise<void> {
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
