import { Pencil, Plus, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { formatWeekday } from '#contract/dates.ts'
import { requiredLine } from '#contract/required-text.ts'
import { changeNextStep } from '#contract/results/next-steps.ts'
import { type Proposal, recapLimits } from '#contract/results/recap.ts'
import { useCall } from '#web/client/api.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { takeFocus, useKeptFocus } from '#web/kit/kept-focus.ts'
import { MomentButton, type Moments } from './moments.tsx'
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
      <p className="text-sm text-muted">Next steps you mentioned</p>
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
  const change = useCall(changeNextStep)
  const { id, state, title } = step
  return (
    <li ref={row} tabIndex={-1} className="py-3 outline-none">
      {isEditing ? (
        <Content key="form" next={() => row.current}>
          <ProposalForm step={step} onDone={() => setEditing(false)} />
        </Content>
      ) : (
        <Content key={state} next={() => row.current}>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p
              className={classes(
                'min-w-0 flex-1 basis-48 break-words',
                state === 'dismissed' && 'text-muted line-through',
              )}
            >
              <span className="font-medium">{title}</span>
              {step.dueOn !== null && <span className="text-muted"> · by {formatWeekday(step.dueOn)}</span>}
            </p>
            <MomentButton about={title} atSecond={step.atSecond} speaker="you" lines={recap.lines} moments={moments} />
            <Decision
              step={step}
              deciding={change.isPending ? change.variables.body.state : undefined}
              onDecide={(next) => void change.submit({ params: { id }, body: { state: next } })}
              onEdit={() => setEditing(true)}
            />
          </div>
        </Content>
      )}
    </li>
  )
}

/** What a row shows in one state: when it disappears with the pressed button in it, the focus goes to `next`. */
function Content({ children, next }: { children: ReactNode; next: () => HTMLElement | null }) {
  const content = useKeptFocus<HTMLDivElement>(next)
  return (
    <div ref={content} className="flex flex-col gap-2">
      {children}
    </div>
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
  const add = state === 'proposed' ? 'Add' : 'Add After All'
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {state !== 'proposed' && settled[state]}
      {(state === 'proposed' || state === 'dismissed') && (
        <Button
          variant="secondary"
          size="dense"
          icon={<Plus aria-hidden className="size-4" />}
          pending={deciding === 'open'}
          disabled={deciding === 'dismissed'}
          aria-label={`${add}: ${title}`}
          onClick={() => onDecide('open')}
        >
          {add}
        </Button>
      )}
      {(state === 'proposed' || state === 'open') && (
        <Button
          variant="ghost"
          size="dense"
          icon={<Pencil aria-hidden className="size-4" />}
          disabled={deciding !== undefined}
          aria-label={`Edit: ${title}`}
          onClick={onEdit}
        />
      )}
      {state === 'proposed' && (
        <Button
          variant="ghost"
          size="dense"
          icon={<X aria-hidden className="size-4" />}
          pending={deciding === 'dismissed'}
          disabled={deciding === 'open'}
          aria-label={`Dismiss: ${title}`}
          onClick={() => onDecide('dismissed')}
        />
      )}
    </div>
  )
}

const schema = z.object({ title: requiredLine('Next step', recapLimits.title), dueOn: z.string() })

/** Changes the words and the day of a proposed step. */
function ProposalForm({ onDone, step }: { step: Proposal; onDone: () => void }) {
  const change = useCall(changeNextStep, { done: onDone })
  return (
    <Form
      schema={schema}
      aria-label={`Edit: ${step.title}`}
      onSubmit={({ dueOn, title }) =>
        change.submit({ params: { id: step.id }, body: { title, dueOn: dueOn === '' ? null : dueOn } })
      }
      className="flex max-w-prose flex-col gap-3"
    >
      <TextField
        ref={takeFocus}
        name="title"
        label="Next step"
        defaultValue={step.title}
        maxLength={recapLimits.title}
        required
      />
      <TextField name="dueOn" label="Due (optional)" type="date" defaultValue={step.dueOn ?? ''} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton pendingText="Saving…">Save</SubmitButton>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
