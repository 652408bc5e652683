import { useEffect, useState } from 'react'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import type { Conversation } from '#web/voice/conversation.ts'
import { LineCheck } from './line.tsx'
import { MicrophoneCheck } from './microphone.tsx'
import { SpeakerCheck } from './speaker.tsx'
import { keepPreferences } from '../settings/preferences.ts'

interface Props {
  conversation: Conversation
  open: boolean
  onClose: () => void
}

/** Tests microphone, speaker and connection before any time is counted; people who just want to talk never see it. */
export function VoiceCheck({ conversation, open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Sound check"
      description="This is free, and nobody can hear you."
      width="small"
      footer={<Button onClick={onClose}>Done</Button>}
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
