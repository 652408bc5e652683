import { useLayoutEffect, useMemo, useRef } from 'react'
import { classes } from '#web/kit/classes.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import type { TranscriptLine } from '#web/voice/words/transcript.ts'
import { captionWords } from './caption-words.ts'
import { followSpeech } from './follow-speech.ts'

interface Props {
  lines: readonly TranscriptLine[]
  agentName: string
  conversation: Conversation
}

/**
 * The last two lines (S087, D90): the newest large, word by word as it is spoken, and the one before it above. Screen
 * readers can navigate them but do not announce them, since that would talk over the agent.
 */
export function Captions({ lines, agentName, conversation }: Props) {
  const shown = lines.slice(-2)
  return (
    <div
      role="log"
      aria-live="off"
      aria-label="Transcript"
      className="flex min-h-32 w-full max-w-[23.375rem] flex-col gap-2 text-center break-words"
    >
      {shown.map((line, index) => (
        <div key={line.id}>
          <span className="sr-only">{line.role === 'user' ? 'You' : agentName}</span>
          {index < shown.length - 1 ? (
            <EarlierLine line={line} />
          ) : line.role === 'agent' ? (
            <SpokenLine key={line.text} line={line} conversation={conversation} />
          ) : (
            <OwnLine line={line} />
          )}
        </div>
      ))}
    </div>
  )
}

/** The end of the line before the newest. */
function EarlierLine({ line }: { line: TranscriptLine }) {
  return (
    <div className="flex max-h-12 flex-col justify-end overflow-hidden">
      <p className="text-lg text-night-muted">{line.text}</p>
    </div>
  )
}

const largeText = 'text-[1.375rem]/[1.875rem] text-pretty'
const threeLines = 'h-[5.625rem] overflow-hidden'

/** What the person said last, until the agent answers. */
function OwnLine({ line }: { line: TranscriptLine }) {
  return (
    <div className={classes('flex flex-col justify-end', threeLines, 'h-auto max-h-[5.625rem]')}>
      <p className={classes(largeText, 'text-night-muted')}>{line.text}</p>
    </div>
  )
}

function SpokenLine({ line, conversation }: { line: TranscriptLine; conversation: Conversation }) {
  const text = useRef<HTMLParagraphElement>(null)
  const caption = useMemo(() => captionWords(line.text), [line.text])
  useLayoutEffect(() => {
    if (!text.current) return
    return followSpeech(text.current, caption, line, () => conversation.levels)
  }, [caption, line, conversation])
  return (
    <div className={threeLines}>
      <p ref={text} className={classes('relative', largeText, 'transition-transform duration-dialog')}>
        {caption.words.map(({ text: word, from }) => (
          <span key={from} data-word className="opacity-0 transition-opacity duration-menu data-heard:opacity-100">
            {word}
          </span>
        ))}
      </p>
    </div>
  )
}
