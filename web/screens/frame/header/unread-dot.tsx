import { classes } from '#web/kit/classes.ts'

/** Lies on the corner of a picture or button: there is something to read. The words beside it say what. */
export function UnreadDot({ className = '-top-0.5 -right-0.5' }: { className?: string }) {
  return (
    <span aria-hidden className={classes('absolute size-2.5 rounded-full border-2 border-bg bg-primary', className)} />
  )
}
