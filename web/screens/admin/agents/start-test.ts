import { testAgent, type TriedWords } from '#contract/conversations/agent-tests.ts'
import { send } from '#web/client/api.ts'
import type { TalkAgent } from '#web/screens/agents/voice-agent.ts'

/** Returns what starts a test conversation with an agent, in its own words or in others that are not saved (D56). */
export function startTest(id: string, words?: TriedWords): NonNullable<TalkAgent['startTest']> {
  return (resumeOf) =>
    send(testAgent, { params: { id }, body: { ...(resumeOf && { resumeOf }), ...(words && { words }) } })
}
