import { useQuery } from '@tanstack/react-query'
import { agentPage } from '#contract/agents/agents.ts'
import { query } from '#web/client/api.ts'
import type { TranscriptLine } from '#web/voice/transcript.ts'
import type { TalkAgent } from '#web/screens/agents/voice-agent.ts'
import { onSingleClick } from '../controls/single-click.ts'
import type { RoomStart } from '../room/room-start.ts'

const shownCount = 3

interface Props {
  agent: TalkAgent
  lines: readonly TranscriptLine[]
  /** Called inside the click. */
  onStart: (options: RoomStart) => void
}

/** Questions that suit the agent and have not been asked; each starts the next conversation at once. */
export function AskNext({ agent, lines, onStart }: Props) {
  const page = useQuery(query(agentPage, { params: { agentId: agent.id } }))
  const asked = new Set(lines.filter(({ role }) => role === 'user').map(({ text }) => text.trim().toLowerCase()))
  const questions = page.data?.sampleConversation
    .map(({ question }) => question)
    .filter((question) => !asked.has(question.trim().toLowerCase()))
    .slice(0, shownCount)
  if (!questions || questions.length === 0) return null
  return (
    <section aria-label="Ask next" className="flex flex-col gap-2">
      <h4 className="font-semibold">Ask next</h4>
      <ul className="flex flex-col gap-2">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              onClick={onSingleClick(() => onStart({ question }))}
              className="w-full rounded-card border border-line px-4 py-3 text-left text-lg transition-colors hover:bg-hover"
            >
              “{question}”
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
