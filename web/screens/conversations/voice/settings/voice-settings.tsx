import { Keyboard, Volume2 } from 'lucide-react'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { Switch } from '#web/kit/fields/switch.tsx'
import { maxPatienceMs, turnEndWindows, windowMs } from '#web/voice/constants.ts'
import type { Snapshot } from '#web/voice/conversation-state.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import { LevelBar } from '../stage/level-bar.tsx'
import { MicrophonePicker, SpeakerPicker } from './devices.tsx'
import { keepPreferences, usePreferences } from './preferences.ts'

interface Props {
  conversation: Conversation
  snapshot: Snapshot
  open: boolean
  onClose: () => void
  onSheet: (sheet: 'check' | 'keys') => void
}

/** Voice settings that are rarely needed. Each takes effect at once and is remembered on this device. */
export function VoiceSettings({ conversation, snapshot, open, onClose, onSheet }: Props) {
  const isTalking = snapshot.phase === 'connected' || snapshot.phase === 'reconnecting'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Voice settings"
      description="On this device only."
      width="small"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="flex flex-col gap-5">
        <div className="flex flex-col gap-2">
          <MicrophonePicker conversation={conversation} />
          {isTalking && <Level name={levelName(snapshot)} look="listening" conversation={conversation} />}
        </div>
        <div className="flex flex-col gap-2">
          <SpeakerPicker conversation={conversation} />
          {isTalking && <Level name="The agent's voice" look="speaking" conversation={conversation} />}
        </div>
        <PatienceField conversation={conversation} patienceMs={snapshot.patienceMs} />
        <Switches conversation={conversation} snapshot={snapshot} />
        <div className="-ml-3 flex flex-col items-start gap-1">
          {!isTalking && (
            <Button
              variant="ghost"
              size="dense"
              icon={<Volume2 aria-hidden className="size-4" />}
              onClick={() => onSheet('check')}
            >
              Check sound and connection
            </Button>
          )}
          <Button
            variant="ghost"
            size="dense"
            icon={<Keyboard aria-hidden className="size-4" />}
            onClick={() => onSheet('keys')}
          >
            Keyboard shortcuts
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Switches({ conversation, snapshot: { pushToTalk } }: Pick<Props, 'conversation' | 'snapshot'>) {
  const { captions, calm, details } = usePreferences()
  return (
    <>
      <Switch
        name="pushToTalk"
        label="Push to talk"
        help="You are muted except while you hold Space or the button."
        checked={pushToTalk}
        onChange={(next) => {
          conversation.setPushToTalk(next)
          keepPreferences({ pushToTalk: next })
        }}
      />
      <Switch
        name="captions"
        label="Captions"
        checked={captions}
        onChange={(next) => keepPreferences({ captions: next })}
      />
      <Switch
        name="calm"
        label="Calm picture"
        help="Shows your voices as a bar instead of moving rays."
        checked={calm}
        onChange={(next) => keepPreferences({ calm: next })}
      />
      <Switch
        name="details"
        label="Details"
        help="Shows answer times and connection latency."
        checked={details}
        onChange={(next) => keepPreferences({ details: next })}
      />
    </>
  )
}

function levelName({ muted, pushToTalk }: Snapshot): string {
  if (!muted) return 'Your voice'
  return pushToTalk ? 'Your voice – hold to talk' : 'Your voice – you are muted'
}

function Level({
  name,
  look,
  conversation,
}: {
  name: string
  look: 'listening' | 'speaking'
  conversation: Conversation
}) {
  return (
    <div className="flex items-center gap-3 text-sm text-muted">
      <span className="min-w-0 flex-1">{name}</span>
      <LevelBar conversation={conversation} look={look} className="w-32 shrink-0" />
    </div>
  )
}

const shortestMs = Math.round(turnEndWindows * windowMs)

/** Silences that end a turn, from the shortest to the longest (D83). */
const patienceChoices = [
  { ms: shortestMs, label: 'Right away (0.2 s)' },
  { ms: 500, label: 'After a short pause (0.5 s)' },
  { ms: 1000, label: 'After a pause (1 s)' },
  { ms: maxPatienceMs, label: 'After a long pause (1.5 s)' },
] as const

const patienceOptions = patienceChoices.map(({ ms, label }) => ({ value: String(ms), label }))

interface PatienceProps {
  conversation: Conversation
  patienceMs: number
}

/** How long the user may pause before the turn counts as finished. */
function PatienceField({ conversation, patienceMs }: PatienceProps) {
  return (
    <Select
      name="patience"
      label="The agent answers"
      options={patienceOptions}
      value={String(patienceMs)}
      onChange={(value) => {
        conversation.setPatience(Number(value))
        keepPreferences({ patienceMs: Number(value) })
      }}
    />
  )
}
