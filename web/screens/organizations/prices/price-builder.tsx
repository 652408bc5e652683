import { ArrowRight, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCents } from '#contract/amounts.ts'
import {
  agentTypes,
  priceOrganization,
  type AgentType,
  type OrganizationOrder,
} from '#contract/organizations/prices.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { classes } from '#web/kit/classes.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { useMedia } from '#web/kit/use-media.ts'
import { lacksUsers, type ChangeChoice, type ChoiceLimits } from './choice.ts'
import { OrganizationControls } from './order-fields.tsx'
import { ChoiceLines, ChoiceSummary, summaryTitle, totalLabels } from './summary.tsx'

interface Props {
  choice: OrganizationOrder
  /** How the choice changes; left out where it is only shown. */
  change?: { onChange: ChangeChoice; limits: ChoiceLimits; agentTypes?: readonly AgentType[] }
  /** The way on, below the totals. */
  action?: ReactNode
  /** Below the summary. */
  aside?: ReactNode
  /** Below the controls, such as a form. */
  children?: ReactNode
}

/**
 * The choices of an organization and what they cost, with the same summary on every page (D93, D97). The summary stays
 * next to the controls; on phones, where it is below them, a bar shows the totals.
 */
export function PriceBuilder({ choice, change, action, aside, children }: Props) {
  // Without scripts, nothing could open the lines.
  const isStacked = useMedia('(width < 64rem)', false)
  const hasTotals = !change || !lacksUsers(choice, change.limits)
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem] print:block">
      <div className="flex min-w-0 flex-col gap-6">
        {change && (
          <Card className="print:hidden">
            <OrganizationControls choice={choice} agentTypes={agentTypes} {...change} />
          </Card>
        )}
        {children}
        {isStacked && hasTotals && <TotalsBar choice={choice} />}
      </div>
      <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-20">
        <ChoiceSummary choice={choice} hasTotals={hasTotals}>
          {action && <div className="mt-6 flex flex-col gap-2 print:hidden">{action}</div>}
        </ChoiceSummary>
        {aside}
      </div>
    </div>
  )
}

interface StartProps {
  choice: OrganizationOrder
  limits: ChoiceLimits
  href: string
  label?: string
}

/** Leads on to the registration, which needs at least one user (S353). */
export function StartRegistration({ choice, limits, href, label = 'Start Registration' }: StartProps) {
  const look = { size: 'touch', wide: true, icon: <ArrowRight aria-hidden className="order-last size-4" /> } as const
  if (!lacksUsers(choice, limits)) {
    return (
      <LinkButton href={href} {...look}>
        {label}
      </LinkButton>
    )
  }
  return (
    <>
      <Button {...look} disabled aria-describedby="registration-missing">
        {label}
      </Button>
      <p id="registration-missing" className="text-sm text-muted">
        Choose at least one user to continue.
      </p>
    </>
  )
}

const barTotals = ['today', 'monthly'] as const

/** The totals of a choice, at the lower edge of the screen until the summary comes; it opens the lines. */
function TotalsBar({ choice }: { choice: OrganizationOrder }) {
  const figures = priceOrganization(choice)
  const showLines = () =>
    openDialog(() => (
      <Dialog title={summaryTitle}>
        <div className="-mt-5 pb-[env(safe-area-inset-bottom)]">
          <ChoiceLines choice={choice} />
        </div>
      </Dialog>
    ))
  return (
    <div data-totals-bar="" className="sticky bottom-above-bar z-10 print:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => void showLines()}
        className="flex w-full items-stretch gap-4 rounded-card border border-line bg-raised px-4 py-2.5 text-left shadow-overlay transition-colors hover:bg-hover"
      >
        {barTotals.map((total, place) => (
          <span
            key={total}
            className={classes('flex min-w-0 flex-1 flex-col justify-end', place > 0 && 'border-l border-line pl-4')}
          >
            <span className="text-xs text-muted">{totalLabels[total]}</span>
            <span className="text-lg font-semibold">
              <RollingFigure text={formatCents(figures[`${total}Cents`])} />
            </span>
          </span>
        ))}
        <span className="sr-only">Show details</span>
        <ChevronUp aria-hidden className="size-5 shrink-0 self-center text-muted" />
      </button>
    </div>
  )
}

/** The place of each digit in its column. */
const places = [
  'translate-y-0',
  '-translate-y-[10%]',
  '-translate-y-[20%]',
  '-translate-y-[30%]',
  '-translate-y-[40%]',
  '-translate-y-[50%]',
  '-translate-y-[60%]',
  '-translate-y-[70%]',
  '-translate-y-[80%]',
  '-translate-y-[90%]',
]
const digits = Object.keys(places).join('\n')

/** A figure whose digits roll to a new value, like those of a meter; they jump where motion is reduced. */
function RollingFigure({ text }: { text: string }) {
  return (
    <>
      <span className="sr-only">{text}</span>
      <span aria-hidden className="inline-flex tabular">
        {Array.from(text, (sign, place) => {
          const digit = places[Number(sign)]
          // Counted from the end, so that each digit keeps its column when the figure gets longer.
          const key = `${text.length - place}${digit ? '' : sign}`
          return digit ? <Digit key={key} place={digit} /> : <span key={key}>{sign}</span>
        })}
      </span>
    </>
  )
}

/** All ten digits as generated content: only the whole figure is text. */
function Digit({ place }: { place: string }) {
  return (
    <span className="h-[1lh] overflow-hidden">
      <span
        data-digits={digits}
        className={classes(
          'block whitespace-pre transition-transform duration-[400ms] before:content-[attr(data-digits)]',
          place,
        )}
      />
    </span>
  )
}
