import { Play } from 'lucide-react'
import type { Hearing } from './hearing/what-is-heard.ts'

interface Props {
  hearing: Hearing | null
  /** Is called for presses that come before it is known what can be heard. */
  onEarlyPress: () => void
  isWanted: boolean
}

/** Plays a conversation of about 20 seconds; the picture beside it shows who speaks and the words (D175). */
export function HearButton({ hearing, onEarlyPress, isWanted }: Props) {
  const state = hearing?.state ?? (isWanted ? 'waiting' : 'idle')
  const isOn = state === 'playing' || state === 'waiting'
  return (
    <div className="mt-6">
      <button
        type="button"
        onClick={hearing?.press ?? onEarlyPress}
        // Its place is kept, so that nothing moves where there is nothing to hear.
        disabled={hearing?.isMissing}
        aria-describedby="hear-note"
        className="flex min-h-11 items-center gap-3 rounded-full pr-4 text-left font-medium disabled:invisible"
      >
        <span className="relative flex size-11 shrink-0 items-center justify-center rounded-full bg-night-soft text-night-text">
          {hearing?.ring ?? <Play aria-hidden className="size-4 translate-x-px fill-current" />}
        </span>
        <span>{isOn ? 'Pause the conversation' : 'Hear a conversation'}</span>
      </button>
      <p id="hear-note" role="status" className="-mt-2 pl-14 text-sm text-night-muted">
        {noteOf(hearing)}
      </p>
    </div>
  )
}

function noteOf(hearing: Hearing | null): string {
  if (hearing?.isMissing) return ''
  if (hearing?.state === 'failed') return 'The sound did not load. Please try again.'
  return 'About 20 seconds, no account needed'
}
