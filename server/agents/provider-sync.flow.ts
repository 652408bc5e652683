import { setTimeout as delay } from 'node:timers/promises'
import { endMaking, findProviderAgent, noteSynced, noteSyncFailed, type ProviderAgent, takeMaking } from './records.ts'
import { type AttachedDocument, listAttached } from './knowledge/documents.ts'
import { readSettings } from '../settings/settings.ts'
import { definitionMark } from '../voice-provider/elevenlabs/agent.ts'
import { type KnowledgeLocator, nameOf } from '../voice-provider/elevenlabs/knowledge.ts'
import { VoiceUnavailable } from '../voice-provider/elevenlabs/requests.ts'
import type { Services } from '../voice-provider/services.ts'
import { lookForToolsAgain, providerToolIds } from './tools.flow.ts'
import { checkVoices, wantedState } from './voices/voices.flow.ts'

/** Keeps the voice provider's copy of our agents up to date. */

/** How often an agent that is saved meanwhile is sent again. Its last state goes out with the next conversation. */
const maxRounds = 3
/** Finding or making an agent with its voices takes 16 s at most, and each tool as long. Later its maker has died. */
const makingMs = 120_000
/** How long a request waits for an agent that another request makes. */
const waitMs = 20_000
const lookAgainMs = 100
/** Shown to admins while an agent's analysis was edited on the provider's own pages. */
const otherCriteria = 'Sent, but ElevenLabs judges it by analysis items of its own. Please remove them there.'

/**
 * Sends an agent to the provider as it was saved last, and creates it there if necessary. A failure is noted for admins
 * and returned, never thrown, because saving does not depend on it (D148).
 */
export async function syncAgent(services: Services, agentId: string): Promise<VoiceUnavailable | null> {
  const { database, clock } = services
  let isWaiting = false
  for (const deadlineMs = clock.monotonicMs() + waitMs; clock.monotonicMs() < deadlineMs; await delay(lookAgainMs)) {
    const real = clock.real()
    const until = new Date(real.getTime() + makingMs)
    const state = await takeMaking(database.step, agentId, { until, real })
    if (state === 'made') return isWaiting && (await isSynced(services, agentId)) ? null : sendNewest(services, agentId)
    if (state === 'ours') return sendNewest(services, agentId).finally(() => endMaking(database.step, agentId, until))
    isWaiting = true
  }
  return new VoiceUnavailable('an agent has been under way for too long')
}

async function isSynced(services: Services, agentId: string): Promise<boolean> {
  return (await findProviderAgent(services.database.read, agentId, wantedState(services)))?.isSynced ?? false
}

async function sendNewest(services: Services, agentId: string): Promise<VoiceUnavailable | null> {
  const { database, log } = services
  for (let round = 0; round < maxRounds; round++) {
    const agent = await findProviderAgent(database.read, agentId, wantedState(services))
    if (!agent) return null
    try {
      const { knownAs, usesCriteria } = await sendAgent(services, agent)
      if (!usesCriteria) log.error({ agentId }, 'the voice provider judges an agent by settings of its own')
      // A newer state may have been sent before this one, in which case the newest is sent again.
      const warning = usesCriteria ? null : otherCriteria
      if (await database.write((tx) => noteSynced(tx, agent, { knownAs, definition: definitionMark, warning })))
        return null
    } catch (error) {
      if (!(error instanceof VoiceUnavailable)) throw error
      // A voice was withdrawn since the last check, so the fallback speaks from now on (D186).
      if (error.isAboutVoice && round === 0 && (await lookAtVoices(services))) continue
      if (error.isAboutTool && round === 0) {
        await lookForToolsAgain(services)
        continue
      }
      log.warn({ err: error, agentId }, 'the voice provider could not be told of an agent')
      await database.write((tx) => noteSyncFailed(tx, agent, reasonOf(error)))
      return error
    }
  }
  return null
}

/** Returns whether the voices could be checked. */
async function lookAtVoices(services: Services): Promise<boolean> {
  try {
    await checkVoices(services)
    return true
  } catch (error) {
    if (error instanceof VoiceUnavailable) return false
    throw error
  }
}

/** Sends an agent that was just saved to the provider. A job repeats what may work later (D148). */
export async function syncSavedAgent(services: Services, agentId: string): Promise<void> {
  const failure = await syncAgent(services, agentId)
  if (!failure?.isPassing) return
  await services.database.write((tx) => services.jobs.enqueue(tx, 'agentSync', { agentId }))
}

/** @throws VoiceUnavailable when the attempt should be repeated */
export async function retrySync(services: Services, agentId: string): Promise<void> {
  const agent = await findProviderAgent(services.database.read, agentId, wantedState(services))
  if (!agent || agent.isSynced) return
  const failure = await syncAgent(services, agentId)
  if (failure?.isPassing) throw failure
}

/** Sends an agent to the provider. Returns its id there, and whether its conversations are judged by our criteria. */
async function sendAgent(
  services: Services,
  agent: ProviderAgent,
): Promise<{ knownAs: string; usesCriteria: boolean }> {
  const { database, voice } = services
  const { providerVoiceId } = agent
  if (providerVoiceId === null) throw new VoiceUnavailable('no voice is set up', 422, 'no_voice')
  const { maxConversationMinutes } = await readSettings(database.read)
  const definition = {
    id: agent.id,
    name: agent.name,
    prompt: agent.systemPrompt,
    firstMessage: agent.firstMessage,
    providerVoiceId,
    maxDurationSeconds: maxConversationMinutes * 60,
    knowledge: (await listAttached(database.read, agent.id)).map(toLocator),
    toolIds: await providerToolIds(services),
  }
  // The provider may have an agent that we do not know of, because the answer to its creation was lost.
  const known = agent.elevenLabsAgentId ?? (await voice.findAgent(definition))
  if (!known) return { knownAs: await voice.createAgent(definition), usesCriteria: true }
  return { knownAs: known, ...(await voice.updateAgent(known, definition)) }
}

function toLocator({ id, isAlwaysRead, kind, providerDocumentId, title }: AttachedDocument): KnowledgeLocator {
  return { id: providerDocumentId, name: nameOf({ id, title }), type: kind === 'url' ? 'url' : 'text', isAlwaysRead }
}

/** Returns the reason in words for admins; the provider's own words stay in the log. */
function reasonOf({ status, isBusy, isAboutVoice, code }: VoiceUnavailable): string {
  if (code === 'no_voice') return 'No voice is set up. Run "npm run admin -- voices" on the server.'
  if (isAboutVoice) return "The voice provider does not offer this agent's voice. Please choose another one."
  if (isBusy) return 'The voice provider is busy. Please try again later.'
  if (status === 404) return 'The voice provider does not know this agent ID. Please check it.'
  if (status === 401 || status === 403) return 'The voice provider refused our API key. Please check it on the server.'
  if (status === 400 || status === 422) return "The voice provider refused this agent's settings. Please check them."
  return 'The voice provider did not answer. Please try again.'
}

/**
 * Returns the provider's id of an agent, after an update if the provider has an older state or none. If the update
 * fails, an older state is better than no conversation. Throws VoiceUnavailable when the provider neither has the
 * agent nor can be given it.
 */
export async function providerAgentId(services: Services, agentId: string): Promise<string> {
  const agent = await findProviderAgent(services.database.read, agentId, wantedState(services))
  if (!agent) throw new Error(`Agent ${agentId} is gone`)
  if (agent.elevenLabsAgentId && agent.isSynced) return agent.elevenLabsAgentId
  const failure = await syncAgent(services, agentId)
  const known = await findProviderAgent(services.database.read, agentId, wantedState(services))
  if (known?.elevenLabsAgentId) return known.elevenLabsAgentId
  throw failure ?? new VoiceUnavailable('an agent could not be made')
}
