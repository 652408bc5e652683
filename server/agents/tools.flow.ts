import { setTimeout as delay } from 'node:timers/promises'
import { dropProviderTools, endTool, findProviderTool, type ProviderToolRow, takeTool } from './records.ts'
import { markOf } from '../voice-provider/elevenlabs/agent.ts'
import { VoiceUnavailable } from '../voice-provider/elevenlabs/requests.ts'
import { type ToolDefinition, tools, toProviderTool } from '../voice-provider/elevenlabs/tools.ts'
import type { Services } from '../voice-provider/services.ts'

/** Keeps the tools of our agents at the voice provider: each made once, and changed when its definition changes. */

/** Finding and making a tool takes 16 s at most. After this time the maker has died. */
const makingMs = 30_000
/** How long a request waits for a tool that another request makes. */
const waitMs = 20_000
const lookAgainMs = 100

/**
 * Returns the provider's ids of all tools, made or changed before if necessary. Throws VoiceUnavailable when one is
 * missing and cannot be made.
 */
export async function providerToolIds(services: Services): Promise<string[]> {
  const ids: string[] = []
  for (const tool of tools) ids.push(await providerToolId(services, tool))
  return ids
}

async function providerToolId(services: Services, tool: ToolDefinition): Promise<string> {
  const { database, clock } = services
  const mark = markOf(toProviderTool(tool, ''))
  for (const deadlineMs = clock.monotonicMs() + waitMs; clock.monotonicMs() < deadlineMs; await delay(lookAgainMs)) {
    const known = await findProviderTool(database.read, tool.name)
    if (known?.providerToolId && known.syncedMark === mark) return known.providerToolId
    const real = clock.real()
    const until = new Date(real.getTime() + makingMs)
    const taken = await database.write((tx) => takeTool(tx, tool.name, { until, real }))
    if (taken) return makeTool(services, tool, taken, { mark, until })
  }
  throw new VoiceUnavailable('a tool has been under way for too long')
}

async function makeTool(
  { database, voice }: Services,
  tool: ToolDefinition,
  row: ProviderToolRow,
  { mark, until }: { mark: string; until: Date },
): Promise<string> {
  let made: { providerToolId: string; mark: string } | undefined
  try {
    // The provider may have a tool that we do not know of, because the answer to its creation was lost.
    const found = row.providerToolId ?? (await voice.findTool(tool, row.id))
    const isThere = found !== null && (await isUpdated(voice, found, tool, row.id))
    made = { providerToolId: isThere ? found : await voice.createTool(tool, row.id), mark }
    return made.providerToolId
  } finally {
    await endTool(database.step, tool.name, until, made)
  }
}

/** Changes a tool. Returns false when the provider no longer has it. */
async function isUpdated(
  voice: Services['voice'],
  providerToolId: string,
  tool: ToolDefinition,
  id: string,
): Promise<boolean> {
  try {
    await voice.updateTool(providerToolId, tool, id)
    return true
  } catch (error) {
    if (error instanceof VoiceUnavailable && error.status === 404) return false
    throw error
  }
}

/** Makes the next use of each tool look for it first, because the provider no longer has one. */
export async function lookForToolsAgain({ database, log }: Services): Promise<void> {
  log.warn('the voice provider no longer has a tool of our agents')
  await dropProviderTools(database.step)
}
