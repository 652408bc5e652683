import { Mic } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#web/kit/classes.ts'
import { Tooltip } from '#web/kit/dialogs/tooltip.tsx'
import type { Conversation } from '#web/voice/conversation.ts'

const looks = {
  quiet: 'bg-night-text/10 text-night-text hover:bg-night-text/20',
  /** A switch that is on. */
  chosen: 'bg-night-text/25 text-night-text hover:bg-night-text/30',
  /** White, because nobody may overlook it. */
  loud: 'bg-night-text text-night hover:bg-moon',
  end: 'bg-danger-fill text-danger-fill-text hover:bg-danger-fill-hover',
}

interface Props extends Omit<ComponentProps<'button'>, 'className'> {
  label: string
  /** The key that does the same, for the tooltip. */
  keyHint?: string
  look?: keyof typeof looks
  icon: ReactNode
}

/** A round control of the night room. Sizes are in pixels, so that large text does not push a control out of view. */
export function RoundControl({ label, keyHint, look = 'quiet', icon, ...rest }: Props) {
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
        {icon}
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
export function TalkButton({ conversation, isTalking, disabled }: TalkButtonProps) {
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
