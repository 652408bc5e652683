import { Check, Pencil, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatDay } from '#contract/dates.ts'
import { changeNextStep, nextSteps } from '#contract/results/next-steps.ts'
import { readRecap, type Proposal } from '#contract/results/recap.ts'
import { useCall } from '#web/client/api.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { conversationFailures } from '../toasts.ts'
import { MomentButton } from './moment-button.tsx'
import type { Moments } from './moments.ts'
import { ProposalForm } from './proposal-form.tsx'
import type { Recap } from './use-recap.ts'

interface Props {
  recap: Recap
  moments: Moments
}

/** What was said that the person would do; nothing becomes theirs without a press (D184). */
export function Proposals({ moments, recap }: Props) {
  if (recap.proposals.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted">Next steps that were said</p>
      <ul aria-label="Proposed next steps" className="flex flex-col divide-y divide-line border-y border-line">
        {recap.proposals.map((step) => (
          <Row key={step.id} step={step} recap={recap} moments={moments} />
        ))}
      </ul>
    </div>
  )
}

function Row({ moments, recap, step }: Props & { step: Proposal }) {
  const [isEditing, setEditing] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const wasUsed = useRef(false)
  const change = useCall(changeNextStep, { changes: [readRecap, nextSteps], failed: conversationFailures.changeStep })
  const { id, state, title } = step
  useEffect(() => {
    // The focused button has disappeared.
    if (wasUsed.current && document.activeElement === document.body) row.current?.focus()
  })

  function decide(next: 'open' | 'dismissed') {
    wasUsed.current = true
    void change.submit({ params: { id }, body: { state: next } })
  }

  function stopEditing() {
    wasUsed.current = true
    setEditing(false)
  }

  return (
    <li ref={row} tabIndex={-1} className="flex flex-col gap-2 py-3 outline-none">
      {isEditing ? (
        <ProposalForm step={step} onDone={stopEditing} />
      ) : (
        <>
          <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
            <p
              className={classes(
                'min-w-0 flex-1 basis-48 break-words',
                state === 'dismissed' && 'text-muted line-through',
              )}
            >
              <span className="font-medium">{title}</span>
              {step.dueOn !== null && <span className="text-muted"> · by {formatDay(step.dueOn)}</span>}
            </p>
            <MomentButton about={title} atSecond={step.atSecond} speaker="you" lines={recap.lines} moments={moments} />
          </div>
          <Decision
            step={step}
            deciding={change.isPending ? change.variables.body.state : undefined}
            onDecide={decide}
            onEdit={() => setEditing(true)}
          />
        </>
      )}
    </li>
  )
}

const settled = {
  open: <Badge tone="success">On your list</Badge>,
  done: <Badge tone="success">Done</Badge>,
  dismissed: <Badge tone="neutral">Dismissed</Badge>,
} as const

interface DecisionProps {
  step: Proposal
  /** The decision that is being sent. */
  deciding: 'open' | 'done' | 'dismissed' | undefined
  onDecide: (next: 'open' | 'dismissed') => void
  onEdit: () => void
}

function Decision({ deciding, onDecide, onEdit, step: { state, title } }: DecisionProps) {
  const accept = state === 'proposed' ? 'Accept' : 'Accept anyway'
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {state !== 'proposed' && settled[state]}
      {(state === 'proposed' || state === 'dismissed') && (
        <Button
          variant="secondary"
          size="dense"
          icon={<Check aria-hidden className="size-4" />}
          pending={deciding === 'open'}
          aria-label={`${accept}: ${title}`}
          onClick={() => onDecide('open')}
        >
          {accept}
        </Button>
      )}
      {(state === 'proposed' || state === 'open') && (
        <Button
          variant="ghost"
          size="dense"
          icon={<Pencil aria-hidden className="size-4" />}
          aria-label={`Edit: ${title}`}
          onClick={onEdit}
        >
          Edit
        </Button>
      )}
      {state === 'proposed' && (
        <Button
          variant="ghost"
          size="dense"
          icon={<X aria-hidden className="size-4" />}
          pending={deciding === 'dismissed'}
          aria-label={`Dismiss: ${title}`}
          onClick={() => onDecide('dismissed')}
        >
          Dismiss
        </Button>
      )}
    </div>
  )
}
