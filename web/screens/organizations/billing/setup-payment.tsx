import type { ReactNode } from 'react'
import { formatDollars } from '#contract/amounts.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Badge } from '#web/kit/badge.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import type { Billing } from './billing.ts'

type Payment = NonNullable<Billing['stripeBilling']>['setupPayments'][number]

/** The payment that opened the organization, part by part (S407). */
export function SetupPayment({ payment, isOwn }: { payment: Payment; isOwn: boolean }) {
  const { id, description, amount, created, receiptId, productBreakdown } = payment
  return (
    <article className="rounded-card border border-line p-4 sm:p-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{description}</h3>
        <Badge tone="success">Completed</Badge>
        <p className="ml-auto text-lg font-semibold tabular">{formatDollars(amount)}</p>
      </header>
      <ul aria-label="Paid items" className="mt-3 divide-y divide-line">
        {productBreakdown.map((part) => (
          <li key={part.name} className="flex justify-between gap-4 py-2.5">
            <span className="min-w-0">
              {part.name}
              <span className="block text-sm text-muted tabular">{part.description}</span>
            </span>
            <span className="text-right tabular">
              <span translate="no">{formatDollars(part.amount)}</span>
              <span className="block text-sm text-muted">{part.type === 'one_time' ? 'Setup' : 'Monthly'}</span>
            </span>
          </li>
        ))}
      </ul>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-3 border-t border-line pt-4 text-sm">
        <Fact name="Date">
          <DateTime value={created} />
        </Fact>
        <Fact name="Type">Organization Registration</Fact>
        <Fact name="Payment ID">
          <span className="break-all">{id}</span>
        </Fact>
        {isOwn && (
          <Fact name="Receipt">
            <TextLink href={paths.receipt(receiptId)} className="-my-1 inline-block py-1">
              Open receipt
            </TextLink>
          </Fact>
        )}
      </dl>
    </article>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
