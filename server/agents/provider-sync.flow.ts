import { setTimeout as delay } from 'node:timers/promises'
import { endMaking, findProviderAgent, noteSynced, noteSyncFailed, type ProviderAgent, takeMaking } from './records.ts'
import { readSettings } from '../settings/settings.ts'
import { VoiceUnavailable } from '../voice-provider/elevenlabs/elevenlabs.ts'
import type { Services } from '../voice-provider/services.ts'
import { checkVoices, usesLiveVoices } from './voices/voices.flow.ts'

/** What the voice provider has of our agents. */

/** How often an agent that is saved meanwhile is sent again; its last state goes out with the next conversation. */
const maxRounds = 3
/** Looking for an agent and making it takes 16 s at most, and asking for voices in between; after this somebody has died. */
const makingMs = 60_000
/** So long somebody waits for an agent that another one makes. */
const waitMs = 20_000
const lookAgainMs = 100

/**
 * Tells the provider an agent as it was saved last, making it there if need be. A failure is noted for admins and
 * answered, never thrown: saving does not depend on it (D148).
 */
export async function syncAgent(services: Services, agentId: string): Promise<VoiceUnavailable | null> {
  const { database, clock } = services
  let isWaiting = false
  for (const deadlineMs = clock.monotonicMs() + waitMs; clock.monotonicMs() < deadlineMs; await delay(lookAgainMs)) {
    const real = clock.real()
    const until = new Date(real.getTime() + makingMs)
    const state = await takeMaking(database.step, agentId, { until, real })
    if (state === 'made') return isWaiting && (await isSynced(services, agentId)) ? null : tellNewest(services, agentId)
    if (state === 'ours') return tellNewest(services, agentId).finally(() => endMaking(database.step, agentId, until))
    isWaiting = true
  }
  return new VoiceUnavailable('an agent has been under way for too long')
}

async function isSynced(services: Services, agentId: string): Promise<boolean> {
  return (await findProviderAgent(services.database.read, agentId, usesLiveVoices(services)))?.isSynced ?? false
}

async function tellNewest(services: Services, agentId: string): Promise<VoiceUnavailable | null> {
  const { database, log } = services
  for (let round = 0; round < maxRounds; round++) {
    const agent = await findProviderAgent(database.read, agentId, usesLiveVoices(services))
    if (!agent) return null
    try {
      const knownAs = await tell(services, agent)
      // A newer state may have been sent before this one. Then the newest is sent again.
      if (await database.write((tx) => noteSynced(tx, agent, knownAs))) return null
    } catch (error) {
      if (!(error instanceof VoiceUnavailable)) throw error
      // A voice was withdrawn since the last look at them: then the fallback speaks from now on (D186).
      if (error.isAboutVoice && round === 0 && (await lookAtVoices(services))) continue
      log.warn({ err: error, agentId }, 'the voice provider could not be told of an agent')
      await database.write((tx) => noteSyncFailed(tx, agent, reasonOf(error)))
      return error
    }
  }
  return null
}

/** Whether the voices could be looked at. */
async function lookAtVoices(services: Services): Promise<boolean> {
  try {
    await checkVoices(services)
    return true
  } catch (error) {
    if (error instanceof VoiceUnavailable) return false
    throw error
  }
}

/** Tells the provider an agent that was just saved; a job goes on with what may work later (D148). */
export async function syncSavedAgent(services: Services, agentId: string): Promise<void> {
  const failure = await syncAgent(services, agentId)
  if (!failure?.isPassing) return
  await services.database.write((tx) => services.jobs.enqueue(tx, 'agentSync', { agentId }))
}

/** @throws VoiceUnavailable when it is to be tried again */
export async function retrySync(services: Services, agentId: string): Promise<void> {
  const agent = await findProviderAgent(services.database.read, agentId, usesLiveVoices(services))
  if (!agent || agent.isSynced) return
  const failure = await syncAgent(services, agentId)
  if (failure?.isPassing) throw failure
}

/** Returns the id under which the provider has the agent. */
async function tell({ database, voice }: Services, agent: ProviderAgent): Promise<string> {
  const { providerVoiceId } = agent
  if (providerVoiceId === null) throw new VoiceUnavailable('no voice is set up', 422, 'no_voice')
  const { maxSessionMinutes } = await readSettings(database.read)
  const definition = {
    id: agent.id,
    name: agent.name,
    prompt: agent.systemPrompt,
    firstMessage: agent.firstMessage,
    providerVoiceId,
    maxDurationSeconds: maxSessionMinutes * 60,
  }
  // One may be there that we know nothing of: made, but the answer was lost.
  const known = agent.elevenLabsAgentId ?? (await voice.findAgent(definition))
  if (!known) return voice.createAgent(definition)
  await voice.updateAgent(known, definition)
  return known
}

/** In words for admins; what the provider itself says stays in the log. */
function reasonOf({ status, isBusy, isAboutVoice, code }: VoiceUnavailable): string {
  if (code === 'no_voice') return 'No voice is set up: run "npm run admin -- voices" on the server.'
  if (isAboutVoice) return 'The voice provider does not have the voice of this agent.'
  if (isBusy) return 'The voice provider is busy.'
  if (status === 404) return 'The voice provider does not know this agent ID.'
  if (status === 401 || status === 403) return 'The voice provider refused the key of this installation.'
  if (status === 400 || status === 422) return 'The voice provider refused the values of this agent.'
  return 'The voice provider did not answer.'
}

/**
 * Returns the provider's id of an agent, after an update if the provider has an older state or none. If the update
 * fails, an older state is better than no conversation.
 *
 * @throws VoiceUnavailable when the provider has no such agent and cannot be given it
 */
export async function providerAgentId(services: Services, agentId: string): Promise<string> {
  const agent = await findProviderAgent(services.database.read, agentId, usesLiveVoices(services))
  if (!agent) throw new Error(`Agent ${agentId} is gone`)
  if (agent.elevenLabsAgentId && agent.isSynced) return agent.elevenLabsAgentId
  const failure = await syncAgent(services, agentId)
  const known = await findProviderAgent(services.database.read, agentId, usesLiveVoices(services))
  if (known?.elevenLabsAgentId) return known.elevenLabsAgentId
  throw failure ?? new VoiceUnavailable('an agent could not be made')
}
