import { repeat } from '../kernel/repeat.ts'
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
