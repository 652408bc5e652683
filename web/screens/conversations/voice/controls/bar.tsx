import { Captions, CaptionsOff, Keyboard, Mic, MicOff, PhoneOff, SendHorizontal, SlidersHorizontal } from 'lucide-react'
import { memo, useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { Button } from '#web/kit/button.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import type { Conversation } from '#web/voice/conversation.ts'
import type { Snapshot } from '#web/voice/conversation-state.ts'
import { RoundControl, TalkButton } from './round-control.tsx'
import { useTalkKeys } from '../settings/keys.tsx'
import { keepPreferences, usePreferences } from '../settings/preferences.ts'
import type { VoiceSheet } from '../room/sheets.tsx'
import { onSingleClick } from './single-click.ts'

/** The most that the server accepts in one typed turn. */
const maxMessageLength = 2000

const iconClasses = 'size-6'

interface Props extends MicrophoneProps {
  onSheet: (sheet: VoiceSheet) => void
}

interface MicrophoneProps extends Pick<Snapshot, 'muted' | 'pushToTalk' | 'isMicrophoneLost'> {
  conversation: Conversation
}

/** The controls of the conversation, within reach of the thumb. They stay as they are while its seconds pass. */
export const VoiceBar = memo(function VoiceBar({ onSheet, ...microphone }: Props) {
  const { conversation, pushToTalk, isMicrophoneLost } = microphone
  const bar = useRef<HTMLDivElement>(null)
  const { captions } = usePreferences()
  const typing = useTyping(isMicrophoneLost)
  useTalkKeys({
    conversation,
    scope: bar,
    isPushToTalk: pushToTalk,
    onType: typing.start,
    onHelp: () => onSheet('keys'),
  })
  return (
    <div ref={bar} className="flex w-full max-w-lg flex-col items-center gap-3">
      {typing.isOpen && <MessageForm conversation={conversation} field={typing.field} />}
      <div className="flex flex-wrap items-center justify-center gap-[8px] rounded-[44px] border border-line bg-night-soft/80 p-[8px] [backdrop-filter:blur(8px)] max-[359px]:gap-[4px]">
        <MicrophoneControl {...microphone} />
        <RoundControl
          label="Captions"
          look={captions ? 'chosen' : 'quiet'}
          aria-pressed={captions}
          icon={
            captions ? (
              <Captions aria-hidden className={iconClasses} />
            ) : (
              <CaptionsOff aria-hidden className={iconClasses} />
            )
          }
          onClick={() => keepPreferences({ captions: !captions })}
        />
        <RoundControl
          label="Voice settings"
          icon={<SlidersHorizontal aria-hidden className={iconClasses} />}
          onClick={() => onSheet('settings')}
        />
        <RoundControl
          label="Type a message"
          keyHint="T"
          look={typing.isOpen ? 'chosen' : 'quiet'}
          aria-expanded={typing.isOpen}
          aria-keyshortcuts="T"
          icon={<Keyboard aria-hidden className={iconClasses} />}
          onClick={typing.toggle}
        />
        <RoundControl
          label="End"
          look="end"
          icon={<PhoneOff aria-hidden className={iconClasses} />}
          onClick={onSingleClick(() => conversation.end())}
        />
      </div>
    </div>
  )
})

/** Mutes and unmutes, or opens the microphone while it is held. */
function MicrophoneControl({ conversation, muted, pushToTalk, isMicrophoneLost }: MicrophoneProps) {
  if (pushToTalk) return <TalkButton conversation={conversation} isTalking={!muted} disabled={isMicrophoneLost} />
  const Icon = muted || isMicrophoneLost ? MicOff : Mic
  return (
    <RoundControl
      label={muted ? 'Unmute' : 'Mute'}
      keyHint="M"
      look={muted ? 'loud' : 'quiet'}
      icon={<Icon aria-hidden className={iconClasses} />}
      disabled={isMicrophoneLost}
      aria-keyshortcuts="M"
      onClick={() => conversation.toggleMute()}
    />
  )
}

/** The field for typing opens on demand, and by itself when typing is the only way to be heard. */
function useTyping(isMicrophoneLost: boolean) {
  const field = useRef<HTMLInputElement>(null)
  const [wanted, setWanted] = useState<boolean | null>(null)
  const isOpen = wanted ?? isMicrophoneLost
  useEffect(() => {
    if (wanted) field.current?.focus()
  }, [wanted])
  return {
    field,
    isOpen,
    start() {
      setWanted(true)
      field.current?.focus()
    },
    toggle: () => setWanted(!isOpen),
  }
}

interface MessageFormProps {
  conversation: Conversation
  field: RefObject<HTMLInputElement | null>
}

function MessageForm({ conversation, field }: MessageFormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (field.current && conversation.sendText(field.current.value)) event.currentTarget.reset()
  }
  return (
    <form onSubmit={submit} className="flex w-full items-end gap-2">
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
        />
      </div>
      <Button type="submit" variant="secondary" aria-label="Send message">
        <SendHorizontal aria-hidden className="size-4" />
      </Button>
    </form>
  )
}
