import { Check, ListPlus } from 'lucide-react'
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { changeNextStep, nextSteps } from '#contract/results/next-steps.ts'
import { readRecap } from '#contract/results/recap.ts'
import { useCall } from '#web/client/api.ts'
import { Button } from '#web/kit/button.tsx'
import { handOnFocus, useKeptFocus } from '#web/kit/kept-focus.ts'
import type { NotedStep as Noted } from '#web/voice/conversation-state.ts'
import { conversationFailures } from '../toasts.ts'
import { notedWords } from './noted-words.ts'
import { StageHeading } from './room/stage-heading.tsx'

interface Props {
  noted: Noted
  /** Called when the pointer or the focus comes to it, during which it should stay, and when it is free to go. */
  onHold: (isHeld: boolean) => void
}

/** What the agent has just noted, with one press that makes it the person's own (D184). The announcer reads it aloud. */
export function NotedStep({ noted, onHold }: Props) {
  const accept = useCall(changeNextStep, { changes: [nextSteps, readRecap], failed: conversationFailures.acceptStep })
  const isOpen = noted.state === 'open' || accept.isSuccess
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  // After the press nothing is left to do, so the focus alone no longer keeps it.
  useHold(isPointed || (isFocused && !isOpen), onHold)
  const heading = useContext(StageHeading)
  const box = useKeptFocus<HTMLDivElement>(() => heading.current)
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (accept.isSuccess) handOnFocus(status.current)
  }, [accept.isSuccess])
  return (
    <div
      ref={box}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-raised px-4 py-2.5 text-text"
    >
      <p className="min-w-0 flex-1 basis-40 break-words">{notedWords(noted)}</p>
      {isOpen ? (
        <p
          ref={status}
          role="status"
          tabIndex={-1}
          className="flex items-center gap-1.5 rounded-control text-sm text-muted"
        >
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

function useHold(isHeld: boolean, onHold: Props['onHold']): void {
  const hold = useEffectEvent(onHold)
  useEffect(() => {
    if (!isHeld) return
    hold(true)
    return () => hold(false)
  }, [isHeld])
}
