import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useParams } from 'wouter'
import { formatDate } from '#contract/dates.ts'
import { formatChange, formatDollars } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { receipt } from '#contract/billing/receipts.ts'
import { query } from '#web/client/api.ts'
import { isUnknown, Loaded } from '#web/client/loaded.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Fact } from '#web/kit/text/fact.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

type Shown = Answer<typeof receipt>

/** /account/receipts/:id: one payment or refund on a printable sheet (D43). */
export default function Receipt() {
  const { id = '' } = useParams()
  const read = useQuery(query(receipt, { params: { id } }))
  if (isUnknown(read.error)) return <Missing />
  return (
    <Page
      title={read.data ? `Receipt ${read.data.receiptNumber}` : 'Receipt'}
      width="prose"
      above={<ParentLink href={paths.account()} name="Account" />}
      actions={read.data && <PrintButton />}
    >
      <Loaded read={read} what="your receipt">
        {(shown) => <Sheet shown={shown} />}
      </Loaded>
    </Page>
  )
}

function Missing() {
  return (
    <Page title="Receipt not found" width="prose">
      <EmptyState
        title="We couldn't find this receipt."
        action={<LinkButton href={paths.account()}>Back to Account</LinkButton>}
      >
        You'll find all your receipts in your account's Transaction History.
      </EmptyState>
    </Page>
  )
}

function PrintButton() {
  return (
    <Button
      variant="secondary"
      className="print:hidden"
      icon={<Printer aria-hidden className="size-4" />}
      onClick={() => print()}
    >
      Print
    </Button>
  )
}

function Sheet({ shown }: { shown: Shown }) {
  const { seller, payer, periodEndsAt, refundOf } = shown
  return (
    <Card className="print:border-0 print:p-0 print:shadow-none">
      <dl className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2 print:grid-cols-2">
        <Fact label="Number">{shown.receiptNumber}</Fact>
        <Fact label="Date">{formatDate(shown.createdAt)}</Fact>
        <Fact label="From">
          {seller.name}
          {seller.supportEmail && <span className="block text-muted">{seller.supportEmail}</span>}
        </Fact>
        <Fact label="To">
          {payer.name}
          <span className="block text-muted">{payer.email}</span>
        </Fact>
        {shown.paidWith && <Fact label={shown.amount < 0 ? 'Paid back to' : 'Paid with'}>{shown.paidWith}</Fact>}
        {periodEndsAt && <Fact label="Covers">Platform access until {formatDate(periodEndsAt)}</Fact>}
        {refundOf && (
          <Fact label="Refund of">
            <TextLink href={paths.receipt(refundOf.id)}>Receipt {refundOf.receiptNumber}</TextLink>
          </Fact>
        )}
      </dl>
      <Lines shown={shown} />
    </Card>
  )
}

function Lines({ shown }: { shown: Shown }) {
  const { description, creditsAdded, amount } = shown
  return (
    <table className="mt-8 w-full">
      <caption className="sr-only">What this receipt is for</caption>
      <thead className="text-sm text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 pr-4 text-left font-medium">
            Description
          </th>
          <th scope="col" className="py-2 pr-4 text-right font-medium">
            Minutes
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Amount (USD)
          </th>
        </tr>
      </thead>
      <tbody>
        <tr className="border-b border-line align-top">
          <td className="py-3 pr-4">{description}</td>
          <td className="py-3 pr-4 text-right tabular">{creditsAdded === 0 ? '–' : formatChange(creditsAdded)}</td>
          <td className="py-3 text-right whitespace-nowrap tabular">{formatDollars(amount)}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr className="text-lg font-semibold">
          <th scope="row" colSpan={2} className="pt-3 pr-4 text-left font-semibold">
            {amount < 0 ? 'Total paid back' : 'Total paid'}
          </th>
          <td className="pt-3 text-right whitespace-nowrap tabular">{formatDollars(amount)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
