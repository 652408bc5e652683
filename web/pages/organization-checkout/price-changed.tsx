import { dollarsToCents, formatCents } from '#contract/amounts.ts'
import type { ApiError } from '#web/api-error.ts'
import { OrganizationSteps } from '#web/parts/organization-steps.tsx'
import { Page } from '#web/parts/page-layout.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

/** Dollars. */
interface Amounts {
  oneTime: number
  monthly: number
  today: number
}

export interface OrderPriceChange {
  before: Amounts
  now: Amounts
}

/** The figures of a registration whose prices have changed since; null for every other refusal (D29). */
export function readOrderPriceChange({ code, details }: ApiError): OrderPriceChange | null {
  const { before } = details
  return code === 'price_changed' && isAmounts(before) && isAmounts(details) ? { before, now: details } : null
}

function isAmounts(value: unknown): value is Amounts {
  if (typeof value !== 'object' || value === null) return false
  const given = value as Record<string, unknown>
  return ['oneTime', 'monthly', 'today'].every((name) => typeof given[name] === 'number')
}

interface Props {
  change: OrderPriceChange
  retry: { isFetching: boolean; refetch: () => unknown }
}

/** Prices have changed between registration and payment: nobody pays figures that they have not seen (D29). */
export function PriceChanged({ change: { before, now }, retry }: Props) {
  const rows = [
    { label: 'Once', was: before.oneTime, is: now.oneTime },
    { label: 'Every month', was: before.monthly, is: now.monthly },
    { label: 'Total Payment Today', was: before.today, is: now.today },
  ]
  return (
    <Page
      title="The price has changed"
      description="Our prices have changed since you registered. Please look at the new figures before you pay."
      above={<OrganizationSteps at={1} />}
      width="form"
    >
      <Card>
        <table className="w-full text-left tabular">
          <caption className="sr-only">What you registered for and what it costs now</caption>
          <thead className="text-sm text-muted">
            <tr className="border-b border-line">
              <th scope="col" className="py-2 font-medium">
                <span className="sr-only">Payment</span>
              </th>
              <th scope="col" className="py-2 pl-3 text-right font-medium">
                Before
              </th>
              <th scope="col" className="py-2 pl-3 text-right font-medium">
                Now
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, was, is }) => (
              <tr key={label} className="border-b border-line last:border-0 last:font-semibold">
                <th scope="row" className="py-3 font-[inherit]">
                  {label}
                </th>
                <td className="py-3 pl-3 text-right font-normal text-muted">{money(was)}</td>
                <td className="py-3 pl-3 text-right">{money(is)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className="mt-5">
          <Banner tone="info">Nothing was charged. You choose your card on the next page.</Banner>
        </div>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button pending={retry.isFetching} pendingText="Preparing…" onClick={() => void retry.refetch()}>
            Continue with {money(now.today)}
          </Button>
          <LinkButton href={paths.organizationInfo()} variant="secondary">
            Back to Info
          </LinkButton>
        </div>
      </Card>
    </Page>
  )
}

function money(dollars: number): string {
  return formatCents(dollarsToCents(dollars))
}
