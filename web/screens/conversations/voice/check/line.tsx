import { useEffect, useState } from 'react'
import { Button } from '#web/kit/button.tsx'
import { browserClock, openSocket } from '#web/voice/create-conversation.ts'
import { checkLine, type LineVerdict } from '#web/voice/line/line-check.ts'
import { CheckRow } from './row.tsx'

/** Above this, answers arrive noticeably late. */
const slowMs = 300

const remedies = {
  failed: [
    'Check that this device is online.',
    'Turn off any VPN or content blocker for this page. Some of them stop live connections.',
    'On an office network, ask IT to allow WebSocket connections to this site.',
  ],
  slow: ['Move closer to the router, or use a cable.', 'Pause downloads and video calls on this network.'],
}

/** Opens a live connection as a conversation does and measures it. */
export function LineCheck({ onVerdict }: Pick<TrialProps, 'onVerdict'>) {
  const [attempt, setAttempt] = useState(0)
  return <LineTrial key={attempt} onVerdict={onVerdict} onAgain={() => setAttempt(attempt + 1)} />
}

interface TrialProps {
  onVerdict: (isPassed: boolean) => void
  onAgain: () => void
}

function LineTrial({ onVerdict, onAgain }: TrialProps) {
  const [verdict, setVerdict] = useState<LineVerdict | null>(null)
  useEffect(() => checkLine({ openSocket, clock: browserClock }, lineAddress(), setVerdict), [])
  useEffect(() => onVerdict(verdict?.isOpen === true), [verdict, onVerdict])
  const isSlow = verdict?.isOpen === true && verdict.roundTripMs > slowMs
  return (
    <CheckRow
      state={verdict ? (verdict.isOpen ? 'passed' : 'failed') : 'open'}
      title="Connection"
      words={<span className="tabular">{wordsOf(verdict, isSlow)}</span>}
      remedies={isSlow ? remedies.slow : verdict?.isOpen === false ? remedies.failed : undefined}
    >
      {(isSlow || verdict?.isOpen === false) && (
        <Button variant="secondary" size="dense" className="self-start" onClick={onAgain}>
          Try again
        </Button>
      )}
    </CheckRow>
  )
}

function lineAddress(): string {
  const address = new URL('/voice/check', location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return address.href
}

function wordsOf(verdict: LineVerdict | null, isSlow: boolean): string {
  if (!verdict) return 'Measuring…'
  if (!verdict.isOpen) return "We couldn't open a live connection."
  const took = `${Math.max(1, Math.round(verdict.roundTripMs))} ms round trip`
  return isSlow ? `It works, but slowly: ${took}. Answers will take a little longer.` : `Good: ${took}.`
}
