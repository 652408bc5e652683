import {
  Captions,
  CaptionsOff,
  Keyboard,
  type LucideIcon,
  Mic,
  MicOff,
  PhoneOff,
  SendHorizontal,
  SlidersHorizontal,
} from 'lucide-react'
import { type ComponentProps, type FormEvent, memo, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { Tooltip } from '#web/kit/dialogs/menu.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import type { Snapshot } from '#web/voice/conversation-state.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import { onSingleClick } from './room/phase.tsx'
import { openSettings } from './room/sheets.tsx'
import { useTalkKeys } from './settings/keys.tsx'
import { keepPreferences, usePreferences } from './settings/preferences.ts'

/** The most that the server accepts in one typed turn. */
const maxMessageLength = 2000

interface Props extends Pick<Snapshot, 'muted' | 'pushToTalk' | 'isMicrophoneLost'> {
  conversation: Conversation
}

/** The controls of the conversation, within reach of the thumb. They stay as they are while its seconds pass. */
export const VoiceBar = memo(function VoiceBar(microphone: Props) {
  const { conversation, pushToTalk, isMicrophoneLost } = microphone
  const bar = useRef<HTMLDivElement>(null)
  const { captions } = usePreferences()
  const typing = useTyping(isMicrophoneLost)
  useTalkKeys({ conversation, scope: bar, isPushToTalk: pushToTalk, onType: typing.start })
  return (
    <div ref={bar} className="flex w-full max-w-lg flex-col items-center gap-3">
      {typing.isOpen && <MessageForm conversation={conversation} field={typing.field} />}
      <div className="flex flex-wrap items-center justify-center gap-[8px] rounded-[44px] border border-line bg-night-soft/80 p-[8px] [backdrop-filter:blur(8px)] max-[359px]:gap-[4px]">
        <MicrophoneControl {...microphone} />
        <RoundControl
          label="Captions"
          look={captions ? 'chosen' : 'quiet'}
          aria-pressed={captions}
          Icon={captions ? Captions : CaptionsOff}
          onClick={() => keepPreferences({ captions: !captions })}
        />
        <RoundControl label="Voice settings" Icon={SlidersHorizontal} onClick={() => openSettings(conversation)} />
        <RoundControl
          label="Type a message"
          keyHint="T"
          look={typing.isOpen ? 'chosen' : 'quiet'}
          aria-expanded={typing.isOpen}
          aria-keyshortcuts="T"
          Icon={Keyboard}
          onClick={typing.toggle}
        />
        <RoundControl label="End" look="end" Icon={PhoneOff} onClick={onSingleClick(() => conversation.end())} />
      </div>
    </div>
  )
})

/** Mutes and unmutes, or opens the microphone while it is held. */
function MicrophoneControl({ conversation, muted, pushToTalk, isMicrophoneLost }: Props) {
  if (pushToTalk) return <TalkButton conversation={conversation} isTalking={!muted} disabled={isMicrophoneLost} />
  const Icon = muted || isMicrophoneLost ? MicOff : Mic
  return (
    <RoundControl
      label={muted ? 'Unmute' : 'Mute'}
      keyHint="M"
      look={muted ? 'loud' : 'quiet'}
      Icon={Icon}
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

const looks = {
  quiet: 'bg-night-text/10 text-night-text hover:bg-night-text/20',
  /** A switch that is on. */
  chosen: 'bg-night-text/25 text-night-text hover:bg-night-text/30',
  /** White, because nobody may overlook it. */
  loud: 'bg-night-text text-night hover:bg-moon',
  end: 'bg-danger-fill text-danger-fill-text hover:bg-danger-fill-hover',
}

interface RoundControlProps extends Omit<ComponentProps<'button'>, 'className'> {
  label: string
  /** The key that does the same, for the tooltip. */
  keyHint?: string
  look?: keyof typeof looks
  Icon: LucideIcon
}

/** A round control of the night room. Sizes are in pixels, so that large text does not push a control out of view. */
function RoundControl({ label, keyHint, look = 'quiet', Icon, ...rest }: RoundControlProps) {
  return (
    <Tooltip text={keyHint ? `${label} (${keyHint})` : label}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={classes(
          'flex shrink-0 items-center justify-center rounded-full border border-transparent',
          'transition-[background-color,color,transform] active:scale-95 disabled:opacity-50',
          'forced-colors:border-[ButtonText]',
          look === 'end' ? 'size-[56px] min-[360px]:size-[64px]' : 'size-[48px] min-[360px]:size-[56px]',
          looks[look],
        )}
      >
        <Icon aria-hidden className="size-6" />
      </button>
    </Tooltip>
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
    <button
      type="button"
      data-talk
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
      className={classes(
        'flex h-[56px] touch-none items-center justify-center gap-2 rounded-full px-6 font-medium select-none max-sm:w-full',
        'transition-colors disabled:opacity-50 forced-colors:border forced-colors:border-[ButtonText]',
        isTalking ? looks.loud : looks.quiet,
      )}
    >
      <Mic aria-hidden className="size-5" />
      Hold to talk
    </button>
  )
}
