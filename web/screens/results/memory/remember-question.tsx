import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { memory, changeNote, deleteNote, type Note } from '#contract/results/memory.ts'
import { query, useCall } from '#web/client/api.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { Button } from '#web/kit/button.tsx'

interface Props {
  sessionId: string
  agentName: string
  firstName: string
}

/** Asks after a conversation which of the agent's proposed notes to keep; nothing without proposals (D185). */
export function RememberQuestion({ sessionId, agentName, firstName }: Props) {
  // What was proposed in the conversation is new.
  const known = useQuery({
    ...query(memory),
    refetchOnMount: 'always',
    // While memory is off, the person may turn it on in the tab that the link opens.
    refetchOnWindowFocus: ({ state }) => (state.data?.enabled === false ? 'always' : false),
  })
  const [answered, setAnswered] = useState<'kept' | 'dropped' | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const proposed = known.data?.notes.filter((note) => note.state === 'proposed' && note.sessionId === sessionId) ?? []
  if (proposed.length === 0 && !answered) return null
  const isOff = known.data?.enabled === false && proposed.length > 0
  return (
    <section aria-label="Remember" className="flex flex-col gap-2">
      <h4 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {proposed.length > 0
          ? `${firstName ? `${firstName}, should` : 'Should'} ${agentName} remember ${proposed.length === 1 ? 'this' : 'these'}?`
          : wordsOf(answered, agentName)}
      </h4>
      {proposed.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface px-4">
          {proposed.map((note) => (
            <li key={note.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-48">
                <p className="wrap-anywhere">{note.text}</p>
                <Replaced note={note} />
              </div>
              <KeepOrNot
                note={note}
                isOn={known.data?.enabled ?? false}
                onAnswered={(isKept) => {
                  setAnswered((before) => (isKept || before === 'kept' ? 'kept' : 'dropped'))
                  heading.current?.focus()
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-muted">
        {isOff && <span>{`Turn on memory to keep ${proposed.length === 1 ? 'this' : 'these'}. `}</span>}
        <span>Anything you don't keep is deleted after ten minutes, unless you keep the transcript.</span>{' '}
        <TextLink href={paths.memory()} newTab>
          What agents know about me
        </TextLink>
      </p>
    </section>
  )
}

function wordsOf(answered: 'kept' | 'dropped' | null, agentName: string): string {
  return answered === 'kept' ? `${agentName} will know this next time.` : `${agentName} won't remember this.`
}

interface AnswerProps {
  note: Note
  /** Whether memory is on; while it is off, nothing can be kept. */
  isOn: boolean
  /** Called when the answer is stored and the buttons are about to disappear. */
  onAnswered: (isKept: boolean) => void
}

/** Says which note goes when the proposed one is kept. */
export function Replaced({ note: { replaces } }: Pick<AnswerProps, 'note'>) {
  return replaces && <p className="text-sm wrap-anywhere text-muted">Replaces “{replaces}”</p>
}

/** Keeps a proposed note, or not. */
export function KeepOrNot({ note: { id, text }, isOn, onAnswered }: AnswerProps) {
  const keep = useCall(changeNote, { told: null, done: () => onAnswered(true) })
  const drop = useCall(deleteNote, { done: () => onAnswered(false) })
  return (
    <div className="flex flex-wrap gap-2">
      {isOn && (
        <Button
          variant="secondary"
          size="dense"
          pending={keep.isPending}
          disabled={drop.isPending}
          aria-label={`Keep: ${text}`}
          onClick={() => void keep.submit({ params: { id }, body: { state: 'active' } })}
        >
          Keep
        </Button>
      )}
      <Button
        variant="ghost"
        size="dense"
        pending={drop.isPending}
        disabled={keep.isPending}
        aria-label={`No: ${text}`}
        onClick={() => void drop.submit({ params: { id } })}
      >
        No
      </Button>
    </div>
  )
}
