import { Check, Copy, Mail, RotateCw } from 'lucide-react'
import { useState } from 'react'
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

/** Copies a recap, mails it to its person, or has the session analyzed again. */
export function RecapActions({ recap, sessionId }: Props) {
  const params = { id: sessionId }
  const [copied, setCopied] = useState<Recap | null>(null)
  const mail = useCall(mailRecap, { failed: conversationFailures.mailRecap })
  const again = useCall(analyseAgain, {
    failed: conversationFailures.analyseAgain,
    done: (answer) => showRecap(sessionId, answer),
  })

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
        <span aria-live="polite">{copied === recap ? 'Copied' : 'Copy recap'}</span>
      </Button>
      <Button
        variant="ghost"
        size="dense"
        icon={<Mail aria-hidden className="size-4" />}
        pending={mail.isPending}
        pendingText="Sending…"
        onClick={() => void mail.submit({ params })}
      >
        Mail to me
      </Button>
      <Button
        variant="ghost"
        size="dense"
        icon={<RotateCw aria-hidden className="size-4" />}
        pending={again.isPending}
        pendingText="Analyzing…"
        onClick={() => void again.submit({ params })}
      >
        Analyze again
      </Button>
      <p aria-live="polite" className="px-3 text-sm text-muted">
        {mail.data && !mail.isPending ? `Sent to ${mail.data.sentTo}.` : again.isSuccess ? 'Analyzed again.' : ''}
      </p>
    </div>
  )
}
