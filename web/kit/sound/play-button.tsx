import { classes } from '#web/kit/classes.ts'
import { pauseSound } from './element.ts'
import { PlayRing, type PlayTone, toneOf } from './play-ring.tsx'
import { type Playing, playSound } from './player.ts'

interface Props {
  /** Who or what is heard: "Hear Clara", "Pause Clara". */
  name: string
  /** Tells the sounds of the page apart. */
  soundKey: string
  urls: readonly string[]
  playing: Playing
  /** `night`: on a picture or another dark ground. */
  tone?: PlayTone
  className?: string
}

/** A round button that plays sounds and pauses them; its ring fills while they play. */
export function PlayButton({ name, soundKey, urls, playing, tone = 'night', className }: Props) {
  const isOn = playing.state === 'playing' || playing.state === 'waiting'
  return (
    <button
      type="button"
      aria-label={`${isOn ? 'Pause' : 'Hear'} ${name}`}
      onClick={() => (isOn ? pauseSound() : playSound(soundKey, urls))}
      className={classes(
        'relative flex size-11 shrink-0 items-center justify-center rounded-full',
        toneOf[tone].button,
        'transition-transform active:scale-95 motion-reduce:active:scale-100',
        className,
      )}
    >
      <PlayRing playing={playing} count={urls.length} tone={tone} />
    </button>
  )
}
