import { LoaderCircle } from 'lucide-react'
import { classes } from './classes.ts'

interface Props {
  /** Text beside it; without it the spinner decorates text that already says what happens. */
  label?: string
  className?: string
}

/** A turning ring; with reduced motion it stands still, and the text carries the meaning. */
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

/** A page that is loading, as high as the window, so that the footer does not flash into view. */
export function PageSpinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <div data-loading className="appear-late flex fills-window justify-center pt-32">
      <Spinner label={label} className="self-start" />
    </div>
  )
}

/** A part of a page, or a dialog, that is loading. */
export function PanelSpinner() {
  return (
    <div data-loading="" className="appear-late flex min-h-60 items-center justify-center">
      <Spinner label="Loading…" />
    </div>
  )
}
