import { Check, ListPlus } from 'lucide-react'
import { changeNextStep, nextSteps } from '#contract/results/next-steps.ts'
import { readRecap } from '#contract/results/recap.ts'
import { useCall } from '#web/client/api.ts'
import { Button } from '#web/kit/button.tsx'
import type { NotedStep as Noted } from '#web/voice/conversation-state.ts'
import { conversationFailures } from '../toasts.ts'
import { notedWords } from './noted-words.ts'

/** What the agent has just noted, with one press that makes it the person's own (D184). The announcer reads it aloud. */
export function NotedStep({ noted }: { noted: Noted }) {
  const accept = useCall(changeNextStep, { changes: [nextSteps, readRecap], failed: conversationFailures.acceptStep })
  const isOpen = noted.state === 'open' || accept.isSuccess
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-raised px-4 py-2.5 text-text">
      <p className="min-w-0 flex-1 basis-40 break-words">{notedWords(noted)}</p>
      {isOpen ? (
        <p role="status" className="flex items-center gap-1.5 text-sm text-muted">
          <Check aria-hidden className="size-4" />
          On your list
        </p>
      ) : (
        <Button
          variant="secondary"
          size="dense"
          pending={accept.isPending}
          icon={<ListPlus aria-hidden className="size-4" />}
          onClick={() => void accept.submit({ params: { id: noted.id }, body: { state: 'open' } })}
        >
          Add to my list
        </Button>
      )}
    </div>
  )
}
