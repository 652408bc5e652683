import { classes } from '#web/kit/classes.ts'

/** A dot on the corner of a picture or button for something unread; the label says what. */
export function UnreadDot({ className = '-top-0.5 -right-0.5' }: { className?: string }) {
  return (
    <span aria-hidden className={classes('absolute size-2.5 rounded-full border-2 border-bg bg-primary', className)} />
  )
}
