import type * as z from 'zod/mini'
import { type heardAgent, privateSoundPath, soundPath, type sound } from '#contract/agents/sounds.ts'
import type { Read } from '../../database/sql.ts'
import { type HeardLine, listHeardLines, listSampleAgents, type SampleAgent } from './sounds.ts'

/** Lines that can be heard, as answers of calls name them. */

/** The length of the conversation that visitors hear first. */
const sampleMs = 20_000

type Heard = z.input<typeof sound>

/** Returns the lines of each agent by their names. */
export function byAgent(lines: readonly HeardLine[]): Map<string, Map<string, Heard>> {
  const agents = new Map<string, Map<string, Heard>>()
  for (const heard of lines) {
    const ofAgent = agents.get(heard.agentId) ?? new Map<string, Heard>()
    agents.set(heard.agentId, ofAgent.set(heard.line, toHeard(heard)))
  }
  return agents
}

function toHeard({ agentId, isPublic, hash, text, durationMs, wordStartsMs, voiceName, languages }: HeardLine): Heard {
  const voice = { name: voiceName, languages }
  const pathOf = isPublic ? soundPath : privateSoundPath
  return { url: pathOf(agentId, hash), text, durationMs, wordStartsMs, voice }
}

/** Returns `count` public agents and what can be heard of them, those of the given names first. */
export async function readSamples(read: Read, names: readonly string[], count: number) {
  const wanted = names.map((name) => name.trim().toLowerCase())
  const agents = await listSampleAgents(read, wanted, count)
  const ids = agents.map(({ id }) => id)
  const lines = byAgent(await listHeardLines(read, ids))
  return agents.map((agent) => toHeardAgent(agent, lines.get(agent.id) ?? new Map()))
}

/** Returns an agent with its greeting and, where it has one, the sample conversation that is closest to 20 seconds. */
function toHeardAgent(agent: SampleAgent, lines: ReadonlyMap<string, Heard>): z.input<typeof heardAgent> {
  const greeting = lines.get('greeting') ?? null
  return { ...agent, greeting, conversation: greeting ? conversationOf(greeting, lines) : [] }
}

function conversationOf(greeting: Heard, lines: ReadonlyMap<string, Heard>) {
  const distance = (turns: readonly { sound: Heard }[]): number =>
    Math.abs(turns.reduce((sum, { sound: { durationMs } }) => sum + durationMs, 0) - sampleMs)
  const conversations = [...lines].flatMap(([line, question]) => {
    const answer = lines.get(line.replace('question', 'answer'))
    if (!line.startsWith('question') || !answer) return []
    return [
      [
        { by: 'agent' as const, sound: greeting },
        { by: 'person' as const, sound: question },
        { by: 'agent' as const, sound: answer },
      ],
    ]
  })
  return conversations.toSorted((one, other) => distance(one) - distance(other))[0] ?? []
}
