import { FlaskConical } from 'lucide-react'
import { useId } from 'react'

const linkClasses = 'text-link underline underline-offset-2 hover:decoration-2'

/** Says that outside services are stand-ins, and links to their pages (D170); `isShort` on phones saves a word. */
export function DemoBadge({ isShort }: { isShort: boolean }) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="inline-flex h-6 shrink-0 items-center gap-1 rounded-full bg-warning-soft px-2.5 text-xs font-medium whitespace-nowrap text-warning"
      >
        <FlaskConical aria-hidden className={isShort ? 'size-3 max-sm:hidden' : 'size-3'} />
        Demo <span className={isShort ? 'max-sm:sr-only' : undefined}>mode</span>
      </button>
      <div
        id={id}
        popover="auto"
        className="fixed inset-auto top-12 left-[max(1rem,calc((100vw-1200px)/2+1.5rem))] m-0 w-72 rounded-card border border-line bg-raised p-4 text-text shadow-overlay"
      >
        <p className="font-semibold">Demo mode</p>
        <p className="mt-1 text-sm text-muted">
          Payments, voice or email are simulated here. Nothing is charged, and no email is sent.
        </p>
        <p className="mt-2 flex gap-4 text-sm">
          <a href="/standins/control" className={linkClasses}>
            Controls
          </a>
          <a href="/standins/mailbox" className={linkClasses}>
            Mailbox
          </a>
        </p>
      </div>
    </>
  )
}
