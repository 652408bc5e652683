import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export type BadgeTone = 'soft' | 'neutral' | 'success' | 'warning' | 'danger' | 'brand' | 'accent'

/** The ground and the dot. A hollow dot stands for what is not settled, one with a halo for what is live or best. */
const tones: Record<BadgeTone, string> = {
  soft: 'bg-soft text-soft-text before:bg-current',
  neutral: 'bg-sunken text-muted before:border-[1.5px] before:border-current',
  success: 'bg-success-soft text-success before:bg-current',
  warning: 'bg-warning-soft text-warning before:bg-current',
  danger: 'bg-danger-soft text-danger before:bg-current',
  /** The accent of the app's organization. */
  accent: 'bg-sunken text-text before:bg-accent',
  brand: 'bg-soft text-soft-text before:bg-primary before:ring-3 before:ring-primary/25',
}

interface Props {
  children: ReactNode
  tone?: BadgeTone
}

/** One or two words that classify something; color never carries the meaning alone. */
export function Badge({ children, tone = 'soft' }: Props) {
  return (
    <span
      className={classes(
        'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium whitespace-nowrap',
        'large-text:h-auto large-text:min-h-6 large-text:shrink',
        'before:size-1.5 before:shrink-0 before:rounded-full before:forced-color-adjust-none',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}

/** A dot on the corner of a picture or button for something unread; the label says what. */
export function UnreadDot({ className = '-top-0.5 -right-0.5' }: { className?: string }) {
  return (
    <span aria-hidden className={classes('absolute size-2.5 rounded-full border-2 border-bg bg-primary', className)} />
  )
}
