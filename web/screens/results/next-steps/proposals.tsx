import { Plus, X } from 'lucide-react'
import type { NextStep } from '#contract/results/next-steps.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { DueDay } from './due-day.tsx'
import { useRowFocus } from './row-focus.ts'
import { useStepActs } from './use-step-acts.ts'

interface Props {
  steps: readonly NextStep[]
  today: string
}

/** What agents have noted and the person has not accepted yet; it goes with the words of its conversation (D184). */
export function Proposals({ steps, today }: Props) {
  if (steps.length === 0) return null
  return (
    <Card
      title="From Your Sessions"
      description="Add the ones you want to do. The rest are deleted along with the transcript."
    >
      <ul className="-my-3 divide-y divide-line">
        {steps.map((step) => (
          <Proposal key={step.id} step={step} today={today} />
        ))}
      </ul>
    </Card>
  )
}

function Proposal({ step, today }: { step: NextStep; today: string }) {
  const acts = useStepActs(step)
  const row = useRowFocus(step.id, true)
  return (
    <li ref={row} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium break-words">{step.title}</p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <DueDay step={step} today={today} />
          {step.sessionId !== null && (
            <TextLink href={paths.session(step.sessionId)} quiet>
              {step.agentName ?? 'Session'}
            </TextLink>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="dense"
          variant="ghost"
          aria-label={`Dismiss: ${step.title}`}
          icon={<X aria-hidden className="size-4" />}
          pending={acts.sent === 'dismissed'}
          disabled={acts.sent === 'open'}
          onClick={acts.dismiss}
        >
          Dismiss
        </Button>
        <Button
          size="dense"
          aria-label={`Add: ${step.title}`}
          icon={<Plus aria-hidden className="size-4" />}
          pending={acts.sent === 'open'}
          disabled={acts.sent === 'dismissed'}
          onClick={acts.accept}
        >
          Add
        </Button>
      </div>
    </li>
  )
}
