import { Mail, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { analyseAgain, mailRecap } from '#contract/results/recap.ts'
import { useCall } from '#web/client/api.ts'
import { Button } from '#web/kit/button.tsx'
import { CopyButton } from './copy-button.tsx'
import { recapText } from './recap-text.ts'
import { type Recap, showRecap } from './use-recap.ts'

interface Props {
  recap: Recap
  sessionId: string
}

/** Copies a recap, emails it to its person, or has the session analyzed again. */
export function RecapActions({ recap, sessionId }: Props) {
  const { again, done, mail, press } = useActs(sessionId)

  return (
    <div className="-mx-3 flex flex-wrap items-center gap-x-1">
      <CopyButton label="Copy Recap" text={recapText(recap)} />
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
  const mail = useCall(mailRecap, { done: ({ sentTo }) => setDone(`Sent to ${sentTo}.`) })
  const again = useCall(analyseAgain, {
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
