import { useQuery } from '@tanstack/react-query'
import { CirclePlus, ReceiptText } from 'lucide-react'
import { accountUser, transactions } from '#contract/account.ts'
import { dollarsToCents, formatCents, formatCredits } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/people.ts'
import { ApiError } from '#web/api-error.ts'
import { query } from '#web/api.ts'
import { DateTime } from '#web/parts/date-time.tsx'
import { LoadError } from '#web/parts/load-error.tsx'
import { Page } from '#web/parts/page-layout.tsx'
import { SubscriptionBadge } from '#web/parts/subscription-badge.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { Table, type Column } from '#web/ui/table.tsx'

/** /account: who one is, the state of the subscription, and what was paid (S096-S102). */
export default function Account() {
  const account = useQuery(query(accountUser))
  const isMissing = account.error instanceof ApiError && account.error.status === 404
  return (
    <Page title="Account" description="Your plan, your balance and your payments.">
      <div className="flex flex-col gap-6">
        {account.isPending && <LoadingOverview />}
        {isMissing && <EmptyState title="Account not found">Please sign out and in again.</EmptyState>}
        {account.isError && !isMissing && <LoadError what="your account" failed={account} />}
        {account.data && <Overview user={account.data} />}
        {!isMissing && <History />}
      </div>
    </Page>
  )
}

function Overview({ user }: { user: Me }) {
  return (
    <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_20rem]">
      <Card title="Overview">
        <dl className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2">
          <Fact label="Name">
            {user.firstName} {user.lastName}
          </Fact>
          <Fact label="Email">{user.email}</Fact>
          <Fact label="Subscription">
            <SubscriptionBadge status={user.subscriptionStatus} />
            {user.subscriptionStatus === 'active' && user.subscriptionRenewsAt && (
              <span className="ml-2 text-muted">
                {user.cancelAtPeriodEnd ? 'Ends' : 'Renews'} <DateTime value={user.subscriptionRenewsAt} />
              </span>
            )}
          </Fact>
          <Fact label="Credit balance">
            <span className="tabular">{formatCredits(user.creditBalance)} minutes</span>
          </Fact>
        </dl>
      </Card>
      <Card title="Quick Actions">
        <LinkButton href={paths.checkout()} wide icon={<CirclePlus aria-hidden className="size-4" />}>
          Buy Credits
        </LinkButton>
      </Card>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 text-lg break-words">{children}</dd>
    </div>
  )
}

type Transaction = Answer<typeof transactions>[number]

const columns: Column<Transaction>[] = [
  { title: 'Date', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  { title: 'Type', cell: ({ type }) => (type === 'credits' ? 'Credits' : 'Subscription') },
  { title: 'Description', cell: ({ description }) => description },
  {
    title: 'Minutes',
    numeric: true,
    cell: ({ creditsAdded }) => (creditsAdded === 0 ? '–' : formatCredits(creditsAdded)),
  },
  { title: 'Amount', numeric: true, cell: ({ amount }) => formatCents(dollarsToCents(amount)) },
]

function History() {
  const history = useQuery(query(transactions))
  return (
    <Card title="Transaction History">
      {history.isPending && (
        <SkeletonGroup label="Loading your transactions…" className="flex flex-col gap-3">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </SkeletonGroup>
      )}
      {history.isError && <LoadError what="your transactions" failed={history} />}
      {history.data && (
        <Table
          caption="Your payments, newest first"
          columns={columns}
          rows={history.data}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="No transactions yet" icon={<ReceiptText aria-hidden className="size-6" />}>
              Payments for your plan and your packages will be listed here.
            </EmptyState>
          }
        />
      )}
    </Card>
  )
}

function LoadingOverview() {
  return (
    <SkeletonGroup label="Loading your account…" className="grid gap-6 md:grid-cols-[minmax(0,1fr)_20rem]">
      <Skeleton className="h-48" />
      <Skeleton className="h-32" />
    </SkeletonGroup>
  )
}
