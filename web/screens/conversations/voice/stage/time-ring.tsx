import { classes } from '#web/kit/classes.ts'
import { lastSeconds, warnedSeconds } from '../left-words.ts'

/** The time left as a thin arc around the moon; full at two minutes, and red in the last half minute (D190). */
export function TimeRing({ secondsLeft }: { secondsLeft: number }) {
  const part = Math.min(1, secondsLeft / warnedSeconds)
  return (
    <svg viewBox="0 0 100 100" className="absolute inset-0 size-full -rotate-90" data-time-ring>
      <circle
        cx="50"
        cy="50"
        r="37.4"
        pathLength="1"
        fill="none"
        strokeWidth="0.9"
        strokeLinecap="round"
        strokeDasharray="1"
        strokeDashoffset={1 - part}
        className={classes(secondsLeft < lastSeconds ? 'stroke-danger motion-safe:animate-pulse' : 'stroke-warning')}
      />
    </svg>
  )
}
