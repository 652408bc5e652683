import { Pause, Play } from 'lucide-react'
import { classes } from '#web/kit/classes.ts'
import type { Playing } from './player.ts'

export type PlayTone = 'night' | 'plain'

/** The colors of play buttons on a ground. */
export const toneOf: Record<PlayTone, { button: string; track: string; fill: string }> = {
  night: { button: 'bg-night text-night-text', track: 'stroke-night-muted/40', fill: 'stroke-accent' },
  plain: { button: 'bg-soft text-link', track: 'stroke-line', fill: 'stroke-link' },
}

interface RingProps {
  playing: Playing
  /** How many sounds fill the ring. */
  count: number
  tone?: PlayTone
}

/** The ring and the mark of a play button, for buttons that say more than that. */
export function PlayRing({ playing: { state, index, progress }, count, tone = 'night' }: RingProps) {
  const isOn = state === 'playing' || state === 'waiting'
  const filled = state === 'idle' || state === 'failed' ? 0 : (index + progress) / Math.max(1, count)
  const Mark = isOn ? Pause : Play
  return (
    <>
      <svg aria-hidden viewBox="0 0 44 44" className="absolute inset-0 size-full -rotate-90">
        <circle cx="22" cy="22" r="20" className={classes('fill-none', toneOf[tone].track)} strokeWidth="2" />
        <circle
          cx="22"
          cy="22"
          r="20"
          pathLength="1"
          strokeDasharray="1 1"
          strokeDashoffset={1 - filled}
          strokeWidth="2.5"
          className={classes(
            'fill-none transition-[stroke-dashoffset] duration-300 ease-linear motion-reduce:transition-none',
            toneOf[tone].fill,
            filled === 0 && 'opacity-0',
          )}
        />
      </svg>
      <Mark aria-hidden className={classes('size-4 fill-current', !isOn && 'translate-x-px')} />
    </>
  )
}
