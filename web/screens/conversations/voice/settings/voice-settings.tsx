import { Keyboard, Volume2 } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { Switch } from '#web/kit/fields/switch.tsx'
import { maxPatienceMs, turnEndWindows, windowMs } from '#web/voice/constants.ts'
import type { Snapshot } from '#web/voice/conversation-state.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import { isTalking } from '../room/talk-state.tsx'
import { LevelBar } from '../stage/level-bar.tsx'
import { MicrophonePicker, SpeakerPicker } from './devices.tsx'
import { openKeys } from './keys.tsx'
import { keepPreferences, usePreferences } from './preferences.ts'

interface Props {
  conversation: Conversation
  onCheck: () => void
  close: () => void
}

/** Voice settings that are rarely needed. Each takes effect at once and is remembered on this device. */
export function VoiceSettings({ conversation, onCheck, close }: Props) {
  const snapshot = useSyncExternalStore(conversation.subscribe, conversation.getSnapshot)
  const isLive = isTalking(snapshot.phase)
  return (
    <Dialog
      title="Voice settings"
      description="On this device only."
      width="small"
      footer={<Button onClick={close}>Done</Button>}
    >
      <div className="flex flex-col gap-5">
        <div className="flex flex-col gap-2">
          <MicrophonePicker conversation={conversation} />
          {isLive && <Level name={levelName(snapshot)} look="listening" conversation={conversation} />}
        </div>
        <div className="flex flex-col gap-2">
          <SpeakerPicker conversation={conversation} />
          {isLive && <Level name="The agent's voice" look="speaking" conversation={conversation} />}
        </div>
        <PatienceField conversation={conversation} patienceMs={snapshot.patienceMs} />
        <Switches conversation={conversation} pushToTalk={snapshot.pushToTalk} />
        <div className="-ml-3 flex flex-col items-start gap-1">
          {!isLive && (
            <Button variant="ghost" size="dense" icon={<Volume2 aria-hidden className="size-4" />} onClick={onCheck}>
              Check sound and connection
            </Button>
          )}
          <Button variant="ghost" size="dense" icon={<Keyboard aria-hidden className="size-4" />} onClick={openKeys}>
            Keyboard shortcuts
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const switches = [
  { name: 'captions', label: 'Captions' },
  { name: 'calm', label: 'Calm picture', help: 'Shows your voices as a bar instead of moving rays.' },
  { name: 'details', label: 'Details', help: 'Shows answer times and connection latency.' },
] as const

function Switches({ conversation, pushToTalk }: { conversation: Conversation; pushToTalk: boolean }) {
  const preferences = usePreferences()
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
      {switches.map((one) => (
        <Switch
          key={one.name}
          {...one}
          checked={preferences[one.name]}
          onChange={(next) => keepPreferences({ [one.name]: next })}
        />
      ))}
    </>
  )
}

function levelName({ muted, pushToTalk }: Snapshot): string {
  if (!muted) return 'Your voice'
  return pushToTalk ? 'Your voice – hold to talk' : 'Your voice – you are muted'
}

interface LevelProps {
  name: string
  look: 'listening' | 'speaking'
  conversation: Conversation
}

function Level({ name, look, conversation }: LevelProps) {
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

/** How long the user may pause before the turn counts as finished. */
function PatienceField({ conversation, patienceMs }: { conversation: Conversation; patienceMs: number }) {
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
