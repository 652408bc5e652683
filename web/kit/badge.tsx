import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export type BadgeTone = 'soft' | 'neutral' | 'success' | 'warning' | 'danger' | 'brand'

const tones: Record<BadgeTone, string> = {
  soft: 'bg-soft text-soft-text',
  neutral: 'border border-line bg-sunken text-muted',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  brand: 'bg-primary text-primary-text',
}

interface Props {
  children: ReactNode
  tone?: BadgeTone
  icon?: ReactNode
}

/** One or two words that classify something; color never carries the meaning alone. */
export function Badge({ children, tone = 'soft', icon }: Props) {
  return (
    <span
      className={classes(
        'inline-flex h-6 shrink-0 items-center gap-1 rounded-full px-2.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}
