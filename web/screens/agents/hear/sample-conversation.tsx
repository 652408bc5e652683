import { Quote } from 'lucide-react'
import type { agentPage } from '#contract/agents/agents.ts'
import type { Sound } from '#contract/agents/sounds.ts'
import type { Answer } from '#contract/call.ts'
import { Card } from '#web/kit/card.tsx'
import { SpokenLine } from './spoken-line.tsx'

/** A sample conversation: the agent's opening, and questions with its answers, each to read and to hear (D175). */
export function SampleConversation({ agent }: { agent: Answer<typeof agentPage> }) {
  const { name, firstMessage, greeting, sampleConversation } = agent
  return (
    <Card title="Sample conversation" description={`What ${name} says, word for word.`}>
      <ol className="flex flex-col gap-5">
        <Turn speaker={name} isAgent text={firstMessage} sound={greeting} hears="the greeting" />
        {sampleConversation.map(({ question, answer, sound, questionSound }) => (
          <li key={question}>
            <ol className="flex flex-col gap-5">
              <Turn
                speaker="You could ask"
                text={question}
                sound={questionSound}
                hears={`the question “${question}”`}
              />
              <Turn speaker={name} isAgent text={answer} sound={sound} hears={`the answer to “${question}”`} />
            </ol>
          </li>
        ))}
      </ol>
    </Card>
  )
}

interface TurnProps {
  speaker: string
  isAgent?: boolean
  text: string
  sound: Sound | null
  /** What its play button plays. */
  hears: string
}

function Turn({ speaker, isAgent = false, text, sound, hears }: TurnProps) {
  const speakerClass = isAgent ? 'text-sm font-medium text-link' : 'text-sm text-muted'
  const textClass = isAgent ? 'mt-0.5 text-lg' : 'mt-0.5 text-lg font-medium'
  return (
    <li className={isAgent ? 'border-l-2 border-primary pl-4' : 'flex gap-3'}>
      {!isAgent && <Quote aria-hidden className="mt-1 size-4 shrink-0 text-accent-text" />}
      <div className="flex-1">
        {sound ? (
          <SpokenLine
            name={hears}
            speaker={<span className={speakerClass}>{speaker}</span>}
            text={text}
            sound={sound}
            textClass={textClass}
          />
        ) : (
          <>
            <p className={speakerClass}>{speaker}</p>
            <p className={textClass}>{text}</p>
          </>
        )}
      </div>
    </li>
  )
}
