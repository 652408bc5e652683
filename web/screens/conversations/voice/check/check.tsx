import { useEffect, useState } from 'react'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import type { Conversation } from '#web/voice/conversation.ts'
import { browserClock, openSocket } from '#web/voice/create-conversation.ts'
import { checkLine, type LineVerdict } from '#web/voice/line/line-check.ts'
import { keepPreferences } from '../settings/preferences.ts'
import { MicrophoneCheck, TryAgain, CheckRow, SpeakerCheck } from './sound-checks.tsx'

interface Props {
  conversation: Conversation
  close: () => void
}

/** Tests microphone, speaker and connection before any time is counted; people who just want to talk never see it. */
export function VoiceCheck({ conversation, close }: Props) {
  return (
    <Dialog
      title="Sound check"
      description="This is free, and nobody can hear you."
      width="small"
      footer={<Button onClick={close}>Done</Button>}
    >
      <Checks conversation={conversation} />
    </Dialog>
  )
}

const parts = ['microphone', 'speaker', 'line'] as const
type Part = (typeof parts)[number]

/** Holds microphone and speaker only while the sheet is open. */
function Checks({ conversation }: Pick<Props, 'conversation'>) {
  const [passed, setPassed] = useState<Partial<Record<Part, boolean>>>({})
  const isAll = parts.every((part) => passed[part])
  useEffect(() => {
    if (isAll) keepPreferences({ checked: true })
  }, [isAll])
  const [report] = useState(() => {
    const of = (part: Part) => (isPassed: boolean) => setPassed((before) => ({ ...before, [part]: isPassed }))
    return { microphone: of('microphone'), speaker: of('speaker'), line: of('line') }
  })
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex flex-col divide-y divide-line">
        <MicrophoneCheck conversation={conversation} onVerdict={report.microphone} />
        <SpeakerCheck conversation={conversation} onVerdict={report.speaker} />
        <LineCheck onVerdict={report.line} />
      </ol>
      {isAll && (
        <Banner tone="success" announce>
          Everything works on this device.
        </Banner>
      )}
    </div>
  )
}

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
function LineCheck({ onVerdict }: Pick<TrialProps, 'onVerdict'>) {
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
      {(isSlow || verdict?.isOpen === false) && <TryAgain onPress={onAgain} />}
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
