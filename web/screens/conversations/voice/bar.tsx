import { Mic, MicOff, PhoneOff, SendHorizontal, SlidersHorizontal } from 'lucide-react'
import { useRef, type FormEvent, type RefObject } from 'react'
import { Button } from '#web/kit/button.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import type { Conversation } from '#web/voice/conversation.ts'
import type { Snapshot } from '#web/voice/conversation-state.ts'
import { useTalkKeys } from './settings/keys.tsx'
import type { VoiceSheet } from './sheets.tsx'
import { onSingleClick } from './single-click.ts'

/** The most that the server accepts in one typed turn. */
const maxMessageLength = 2000

interface Props {
  conversation: Conversation
  snapshot: Snapshot
  onSheet: (sheet: VoiceSheet) => void
}

/** The controls of the conversation, within reach of the thumb. */
export function VoiceBar({ conversation, snapshot, onSheet }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const { muted, pushToTalk, isMicrophoneLost } = snapshot
  useTalkKeys({ conversation, field, isPushToTalk: pushToTalk, onHelp: () => onSheet('keys') })
  return (
    <div className="flex w-full flex-col gap-3">
      <MessageForm conversation={conversation} field={field} />
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] gap-2 sm:flex sm:justify-between">
        {pushToTalk ? (
          <TalkButton conversation={conversation} isTalking={!muted} disabled={isMicrophoneLost} />
        ) : (
          <Button
            variant={muted ? 'primary' : 'secondary'}
            size="touch"
            icon={
              muted || isMicrophoneLost ? (
                <MicOff aria-hidden className="size-5" />
              ) : (
                <Mic aria-hidden className="size-5" />
              )
            }
            disabled={isMicrophoneLost}
            aria-keyshortcuts="M"
            onClick={() => conversation.toggleMute()}
            className="max-sm:px-2 sm:min-w-28"
          >
            {muted ? 'Unmute' : 'Mute'}
          </Button>
        )}
        <Button
          variant="secondary"
          size="touch"
          icon={<SlidersHorizontal aria-hidden className="size-5" />}
          aria-label="Voice settings"
          onClick={() => onSheet('settings')}
          className="max-sm:px-3"
        >
          <span className="max-sm:hidden">Settings</span>
        </Button>
        <Button
          variant="danger"
          size="touch"
          icon={<PhoneOff aria-hidden className="size-5" />}
          onClick={onSingleClick(() => conversation.end())}
          className="max-sm:px-2 sm:min-w-28"
        >
          End
        </Button>
      </div>
    </div>
  )
}

interface TalkButtonProps {
  conversation: Conversation
  isTalking: boolean
  disabled: boolean
}

/** Opens the microphone while it is held; assistive software that can only press toggles it. */
function TalkButton({ conversation, isTalking, disabled }: TalkButtonProps) {
  const letGo = () => conversation.holdToTalk(false)
  return (
    <Button
      data-talk
      variant={isTalking ? 'primary' : 'secondary'}
      size="touch"
      icon={<Mic aria-hidden className="size-5 max-sm:hidden" />}
      aria-pressed={isTalking}
      disabled={disabled}
      aria-keyshortcuts="Space"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        conversation.holdToTalk(true)
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onContextMenu={(event) => event.preventDefault()}
      onClick={({ detail }) => {
        const isWithoutPointer = detail === 0
        if (isWithoutPointer) conversation.holdToTalk(!isTalking)
      }}
      className="touch-none max-sm:px-2 max-sm:text-base sm:min-w-28"
    >
      Hold to talk
    </Button>
  )
}

function MessageForm({
  conversation,
  field,
}: {
  conversation: Conversation
  field: RefObject<HTMLInputElement | null>
}) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (field.current && conversation.sendText(field.current.value)) event.currentTarget.reset()
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          ref={field}
          name="message"
          label="Message"
          hideLabel
          placeholder="Type a message"
          autoComplete="off"
          maxLength={maxMessageLength}
          enterKeyHint="send"
          aria-keyshortcuts="T"
        />
      </div>
      <Button type="submit" variant="secondary" aria-label="Send message">
        <SendHorizontal aria-hidden className="size-4" />
      </Button>
    </form>
  )
}
