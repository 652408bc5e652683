import type { Tx } from '../../database/sql.ts'
import { soundMadeBy } from '../../voice-provider/elevenlabs/reading.ts'
import { VoiceUnavailable } from '../../voice-provider/elevenlabs/requests.ts'
import type { Services } from '../../voice-provider/services.ts'
import { checkVoices, usesLiveVoices } from '../voices/voices.flow.ts'
import { linesOf, type SpokenLine } from './lines.ts'
import { findScript, hasSound, keepSound, listLineHashes, listUnheard, noteHeard, setLine } from './sounds.ts'

/** Has the words of agents read aloud by the voice provider, once for each voice, model and text (D175). */

/** How often an agent that is saved meanwhile is looked at again. A job of its own follows each change. */
const maxRounds = 3

/** Queues the making of an agent's sounds in the transaction that changes its words or its voice. */
export async function orderSounds({ config, jobs }: Services, tx: Tx, agentId: string): Promise<void> {
  if (config.makesSounds) await jobs.enqueue(tx, 'agentSounds', { agentId })
}

/** Queues what is missing everywhere, because no job was queued or the provider refused at that time. */
export async function orderMissingSounds(services: Services): Promise<void> {
  if (!services.config.makesSounds) return
  await services.database.write(async (tx) => {
    for (const agentId of await listUnheard(tx, usesLiveVoices(services))) await orderSounds(services, tx, agentId)
  })
}

/**
 * Makes the sounds that an agent lacks. Each is served as soon as it is made, and an older one until then. A text or
 * voice that the provider refuses is left to the hourly upkeep. Throws VoiceUnavailable when the attempt should be
 * repeated soon.
 */
export async function makeSounds(services: Services, agentId: string): Promise<void> {
  try {
    for (let round = 0; round < maxRounds; round++) if (await makeMissing(services, agentId)) return
  } catch (error) {
    if (!(error instanceof VoiceUnavailable) || error.isPassing) throw error
    services.log.warn({ err: error, agentId }, 'the voice provider did not read the words of an agent aloud')
    if (!error.isAboutVoice) return
    // The voice was withdrawn since the last check, so others speak from now on (D186).
    await checkVoices(services)
    await orderMissingSounds(services)
  }
}

/** Returns whether every line of the agent, as it is now, can be heard. */
async function makeMissing(services: Services, agentId: string): Promise<boolean> {
  const { database } = services
  const isLive = usesLiveVoices(services)
  const script = await findScript(database.read, agentId, isLive)
  if (!script) return true
  const lines = linesOf(script, soundMadeBy)
  const present = await listLineHashes(database.read, agentId)
  for (const line of lines) if (present.get(line.line) !== line.hash) await makeLine(services, agentId, line)
  const now = await findScript(database.read, agentId, isLive)
  if (JSON.stringify(now) !== JSON.stringify(script)) return false
  const names = lines.map(({ line }) => line)
  await database.write((tx) => noteHeard(tx, agentId, script, names))
  return true
}

async function makeLine({ database, voice, clock }: Services, agentId: string, line: SpokenLine): Promise<void> {
  const isKnown = await hasSound(database.read, line.hash)
  const made = isKnown ? null : await voice.readAloud(line.voice.providerVoiceId, line.text)
  await database.write(async (tx) => {
    if (made) await keepSound(tx, line, made, clock.now())
    await setLine(tx, agentId, line)
  })
}
