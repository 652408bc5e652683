import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { formatMinutes } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { minutes } from '#contract/ledger/minutes.ts'
import { query } from '#web/client/api.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Pagination } from '#web/kit/pagination.tsx'
import { Table, type Column } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

type Entry = Answer<typeof minutes>[number]

const pageSize = 25

const columns: Column<Entry>[] = [
  { title: 'Date', cell: ({ at }) => <DateTime value={at} withTime />, phone: 'left' },
  { title: 'What', cell: (entry) => <What entry={entry} />, phone: 'lead' },
  // On a phone both balances share one cell.
  {
    title: 'Before',
    numeric: true,
    cell: ({ balanceBefore }) => <span className="max-sm:hidden">{formatMinutes(balanceBefore)}</span>,
    phone: 'left',
  },
  { title: 'Change', numeric: true, cell: ({ change }) => signed(change), phone: 'figure' },
  {
    title: 'After',
    numeric: true,
    cell: ({ balanceBefore, balanceAfter }) => (
      <>
        <span className="sm:hidden">
          <span translate="no">{formatMinutes(balanceBefore)}</span>
          <span aria-hidden> → </span>
          <span className="sr-only"> before, after </span>
        </span>
        <span translate="no">{formatMinutes(balanceAfter)}</span>
      </>
    ),
    phone: 'right',
  },
]

/** /account/minutes: every change of the balance with its date and its cause, linked to where it happened. */
export default function Minutes() {
  const [search] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const offset = (page - 1) * pageSize
  const read = useQuery(query(minutes, { query: { limit: pageSize, offset } }))
  return (
    <Page
      title="Minutes"
      description="Every change to your balance in minutes, and what caused it."
      above={<ParentLink href={paths.account()} name="Account" />}
    >
      <Loaded read={read} what="your minutes">
        {(entries) => <Statement entries={entries} page={page} offset={offset} />}
      </Loaded>
    </Page>
  )
}

function Statement({ entries, page, offset }: { entries: Entry[]; page: number; offset: number }) {
  // Entries are numbered without gaps, so the newest number is the count.
  const pageCount = Math.ceil(((entries[0]?.number ?? 0) + offset) / pageSize)
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <Table
          caption="Changes to your balance, newest first"
          columns={columns}
          rows={entries}
          rowKey={({ id }) => id}
          empty={page === 1 ? <NothingYet /> : <NothingHere />}
        />
      </Card>
      {entries.length > 0 && (
        <Pagination page={page} pageCount={pageCount} hrefOf={(target) => paths.minutes({ page: target })} />
      )}
    </div>
  )
}

function NothingYet() {
  return (
    <EmptyState title="No minutes yet" action={<LinkButton href={paths.checkout()}>Add Credits</LinkButton>}>
      Minutes you buy and use will be listed here.
    </EmptyState>
  )
}

function NothingHere() {
  return (
    <EmptyState title="Nothing on this page" action={<LinkButton href={paths.minutes()}>Newest Entries</LinkButton>}>
      Your statement doesn't go back that far.
    </EmptyState>
  )
}

/** What happened, linked to the conversation, the agent or the receipt. */
function What({ entry: { what, note, sessionId, agentId, receiptId, receiptNumber } }: { entry: Entry }) {
  const href = sessionId
    ? paths.session(sessionId)
    : agentId
      ? paths.agent(agentId)
      : receiptId
        ? paths.receipt(receiptId)
        : null
  return (
    <>
      {href ? <TextLink href={href}>{what}</TextLink> : what}
      {(note || receiptNumber) && (
        <span className="block text-sm font-normal text-muted">
          {[note, receiptNumber && `Receipt ${receiptNumber}`].filter(Boolean).join(', ')}
        </span>
      )}
    </>
  )
}

function signed(change: number): string {
  if (change === 0) return '0'
  return change > 0 ? `+${formatMinutes(change)}` : `−${formatMinutes(-change)}`
}
