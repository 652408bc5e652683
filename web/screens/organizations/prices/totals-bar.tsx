import { ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { formatCents } from '#contract/amounts.ts'
import { priceOrganization, type OrganizationChoice } from '#contract/organizations/prices.ts'
import { classes } from '#web/kit/classes.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { RollingFigure } from '#web/kit/text/rolling-figure.tsx'
import { useMedia } from '#web/kit/use-media.ts'
import { SummaryLines, totalLabels, type Total } from './summary.tsx'

interface Props {
  choice: OrganizationChoice
  title: string
  /** The two totals in sight, and those below the lines. */
  show: readonly [Total, Total]
  all: readonly Total[]
}

/**
 * What a choice costs, below the controls: where the summary is not beside them, it stays at the lower edge of the
 * screen until the summary comes, and opens the lines.
 */
export function TotalsBar(props: Props) {
  // Without scripts, nothing could open the lines.
  const isStacked = useMedia('(width < 64rem)', false)
  return isStacked ? <Bar {...props} /> : null
}

function Bar({ choice, title, show, all }: Props) {
  const [isOpen, setOpen] = useState(false)
  const figures = priceOrganization(choice)
  const shown = show.map((total) => ({ label: totalLabels[total], sum: formatCents(figures[`${total}Cents`]) }))
  return (
    <div
      data-totals-bar=""
      className="sticky bottom-[calc(0.75rem+var(--bottom-bar,0px)+env(safe-area-inset-bottom))] z-10 mt-4 print:hidden"
    >
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex w-full items-stretch gap-4 rounded-card border border-line bg-raised px-4 py-2.5 text-left shadow-overlay transition-colors hover:bg-hover"
      >
        {shown.map(({ label, sum }, place) => (
          <span
            key={label}
            className={classes('flex min-w-0 flex-1 flex-col justify-end', place > 0 && 'border-l border-line pl-4')}
          >
            <span className="text-xs text-muted">{label}</span>
            <span className="text-lg font-semibold">
              <RollingFigure text={sum} />
            </span>
          </span>
        ))}
        <span className="sr-only">Show details</span>
        <ChevronUp aria-hidden className="size-5 shrink-0 self-center text-muted" />
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={title}>
        <div className="-mt-5 pb-[env(safe-area-inset-bottom)]">
          <SummaryLines choice={choice} show={all} />
        </div>
      </Dialog>
    </div>
  )
}
