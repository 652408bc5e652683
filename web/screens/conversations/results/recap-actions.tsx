import { Check, Copy, Mail, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { nextSteps } from '#contract/results/next-steps.ts'
import { analyseAgain, mailRecap } from '#contract/results/recap.ts'
import { useCall } from '#web/client/api.ts'
import { showFailure } from '#web/client/failure.ts'
import { Button } from '#web/kit/button.tsx'
import { conversationFailures } from '../toasts.ts'
import { recapText } from './recap-text.ts'
import { type Recap, showRecap } from './use-recap.ts'

interface Props {
  recap: Recap
  sessionId: string
}

/** Copies a recap, emails it to its person, or has the session analyzed again. */
export function RecapActions({ recap, sessionId }: Props) {
  const [copied, setCopied] = useState<Recap | null>(null)
  const { again, done, mail, press } = useActs(sessionId)

  async function copy() {
    try {
      await navigator.clipboard.writeText(recapText(recap))
      setCopied(recap)
    } catch {
      showFailure(conversationFailures.copyTranscript)
    }
  }

  return (
    <div className="-mx-3 flex flex-wrap items-center gap-x-1">
      <Button
        variant="ghost"
        size="dense"
        icon={
          copied === recap ? (
            <Check aria-hidden className="size-4 text-success" />
          ) : (
            <Copy aria-hidden className="size-4" />
          )
        }
        onClick={() => void copy()}
      >
        <span aria-live="polite">{copied === recap ? 'Copied' : 'Copy Recap'}</span>
      </Button>
      <Button
        variant="ghost"
        size="dense"
        icon={<Mail aria-hidden className="size-4" />}
        pending={mail.isPending}
        pendingText="Sending…"
        onClick={() => press(mail)}
      >
        Email to Me
      </Button>
      <Button
        variant="ghost"
        size="dense"
        icon={<RotateCw aria-hidden className="size-4" />}
        pending={again.isPending}
        pendingText="Analyzing…"
        onClick={() => press(again)}
      >
        Analyze Again
      </Button>
      <p aria-live="polite" className="min-w-0 px-3 text-sm wrap-anywhere text-muted">
        {done}
      </p>
    </div>
  )
}

/** Emailing and analyzing again, and in `done` what the last press of either has done. */
function useActs(sessionId: string) {
  const [done, setDone] = useState('')
  const mail = useCall(mailRecap, {
    failed: conversationFailures.mailRecap,
    done: ({ sentTo }) => setDone(`Sent to ${sentTo}.`),
  })
  const again = useCall(analyseAgain, {
    // It may propose more.
    changes: [nextSteps],
    failed: conversationFailures.analyseAgain,
    done: (answer) => {
      showRecap(sessionId, answer)
      setDone('Analyzed again.')
    },
  })

  function press(act: typeof mail | typeof again) {
    setDone('')
    void act.submit({ params: { id: sessionId } })
  }

  return { again, done, mail, press }
}
