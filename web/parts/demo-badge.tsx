import { FlaskConical } from 'lucide-react'
import { Popover } from '#web/ui/popover.tsx'

const linkClasses = 'text-link underline underline-offset-2 hover:decoration-2'

/** Says that outside services are stand-ins, and leads to their pages (D170). */
export function DemoBadge() {
  return (
    <Popover
      title="Demo mode"
      trigger={
        <button
          type="button"
          className="inline-flex h-6 shrink-0 items-center gap-1 rounded-full bg-warning-soft px-2.5 text-xs font-medium text-warning"
        >
          <FlaskConical aria-hidden className="size-3" />
          Demo mode
        </button>
      }
    >
      <p className="mt-1 text-sm text-muted">
        Payments, voice or mail are simulated here. Nothing is charged and no mail leaves.
      </p>
      <p className="mt-2 flex gap-4 text-sm">
        <a href="/standins/control" className={linkClasses}>
          Controls
        </a>
        <a href="/standins/mailbox" className={linkClasses}>
          Mailbox
        </a>
      </p>
    </Popover>
  )
}
