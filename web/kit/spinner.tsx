import { LoaderCircle } from 'lucide-react'
import { classes } from './classes.ts'

interface Props {
  /** Words beside it; without them it is decoration for text that already says what happens. */
  label?: string
  className?: string
}

/** A turning ring; where motion is unwanted it stands still, and the words carry the meaning. */
export function Spinner({ label, className }: Props) {
  const ring = <LoaderCircle aria-hidden className="size-4 shrink-0 motion-safe:animate-spin" />
  if (!label) return ring
  return (
    <span role="status" className={classes('inline-flex items-center gap-2 text-muted', className)}>
      {ring}
      {label}
    </span>
  )
}

/** A page that waits, as high as the window: the footer does not come into view and go again. */
export function PageSpinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <div className="appear-late flex min-h-[calc(100dvh-3.5rem)] justify-center pt-32">
      <Spinner label={label} className="self-start" />
    </div>
  )
}

/** A part of a page, or a dialog, that waits. */
export function PanelSpinner() {
  return (
    <div className="appear-late flex min-h-60 items-center justify-center">
      <Spinner label="Loading…" />
    </div>
  )
}
