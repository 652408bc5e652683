import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { SupportText } from './text-link.tsx'
export type BannerTone = 'info' | 'success' | 'warning' | 'danger'

const tones = {
  info: { look: 'bg-info-soft', ink: 'text-accent-text', Icon: Info },
  success: { look: 'bg-success-soft', ink: 'text-success', Icon: CircleCheck },
  warning: { look: 'bg-warning-soft', ink: 'text-warning', Icon: TriangleAlert },
  danger: { look: 'bg-danger-soft', ink: 'text-danger', Icon: CircleAlert },
}

interface Props {
  tone?: BannerTone
  title?: ReactNode
  children?: ReactNode
  /** For one line: the words leave room for the buttons beside them. */
  isSlim?: boolean
  /** Buttons or links at the end. */
  actions?: ReactNode
  /** Whether to announce it when it appears; leave it off for what the page starts with. */
  announce?: boolean
}

/** A message that stays on the page until its cause is gone. */
export function Banner({ tone = 'info', title, children, isSlim = false, actions, announce = false }: Props) {
  const { look, ink, Icon } = tones[tone]
  const role = announce ? (tone === 'danger' ? 'alert' : 'status') : undefined
  return (
    <div
      role={role}
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card px-4 py-3 forced-colors:border',
        look,
      )}
    >
      <div className={classes('flex min-w-0 flex-1 gap-3', isSlim ? 'basis-40' : 'basis-64')}>
        <Icon aria-hidden className={classes('mt-0.5 size-4 shrink-0', ink)} />
        <div className="min-w-0">
          {title && <p className={classes('font-semibold', ink)}>{title}</p>}
          {children && (
            <div>
              <SupportText>{children}</SupportText>
            </div>
          )}
        </div>
      </div>
      {actions && <div className={classes('flex flex-wrap gap-2', !isSlim && 'max-sm:pl-7')}>{actions}</div>}
    </div>
  )
}
