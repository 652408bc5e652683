import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountUser } from '#contract/billing/account.ts'
import { debts, payDebt } from '#contract/billing/debts.ts'
import type { Me } from '#contract/identity/people.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query } from '#web/client/api.ts'
import { readRestAgain, useMe } from '#web/client/me.ts'
import { DebtCard } from '#web/screens/billing/paying/debt-card.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { AutoPurchase } from './auto-purchase.tsx'
import { useFollowedPurchase } from './followed-purchase.ts'
import { History } from './history.tsx'
import { hasOwnPlan, NoSubscription } from './no-subscription.tsx'
import { Overview } from './overview.tsx'
import { QuickActions } from './quick-actions.tsx'
import { SavedCard } from './saved-card.tsx'

/** /account: name and email, the subscription, the card, automatic purchases and the payment history (S096-S102). */
export default function Account() {
  const account = useQuery(query(accountUser))
  useFreshRows(account.data)
  const isMissing = account.error instanceof ApiError && account.error.status === 404
  return (
    <Page title="Account" description="Your plan, your balance and your payments.">
      <div className="in-order flex flex-col gap-6">
        {account.isPending && <LoadingCards />}
        {isMissing && <EmptyState title="Account not found">Please sign out and in again.</EmptyState>}
        {account.isError && !isMissing && <LoadError what="your account" failed={account} />}
        {account.data && <Cards user={account.data} />}
        {!isMissing && <History hrefOf={(page) => paths.account({ page })} />}
      </div>
    </Page>
  )
}

/** One column on a phone; on a tablet wide cards over pairs of narrow ones; on a desktop wide beside narrow. */
const grid = 'grid grid-flow-row-dense gap-6 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_20rem]'
const wide = 'md:max-lg:col-span-2'

function Cards({ user }: { user: Me }) {
  const purchase = useFollowedPurchase(user)
  return (
    <>
      {user.debt > 0 && <OwnDebts />}
      <div className={grid}>
        <Overview user={user} className={hasOwnPlan(user) ? wide : `${wide} lg:row-span-2`} />
        {hasOwnPlan(user) ? (
          <>
            <QuickActions user={user} />
            <AutoPurchase user={user} purchase={purchase} className={wide} />
          </>
        ) : (
          <NoSubscription user={user} />
        )}
        <SavedCard purchase={purchase} />
      </div>
    </>
  )
}

function OwnDebts() {
  const owed = useQuery(query(debts))
  return (
    <DebtCard owed={owed} call={payDebt} returnPath={paths.paymentReturn({ after: 'debt' })}>
      You can talk to your agents again as soon as this is paid; your minutes are kept.
    </DebtCard>
  )
}

/** A renewal, an automatic purchase or a refund happens without this page; it shows in the user first. */
function useFreshRows(account: Me | undefined): void {
  const me = useMe()
  const shown = account && moneyState(account)
  const present = me && moneyState(me)
  useEffect(() => {
    if (shown && present && shown !== present) readRestAgain()
  }, [shown, present])
}

const moneyFields = [
  'monthlyCredits',
  'purchasedCredits',
  'subscriptionStatus',
  'subscriptionRenewsAt',
  'cancelAtPeriodEnd',
  'autoPurchaseEnabled',
  'debt',
] as const satisfies (keyof Me)[]

function moneyState(user: Me): string {
  return JSON.stringify(moneyFields.map((field) => user[field]))
}

function LoadingCards() {
  return (
    <SkeletonGroup label="Loading your account…" className={grid}>
      <Skeleton className={`h-64 ${wide}`} />
      <Skeleton className="h-64" />
      <Skeleton className={`h-72 ${wide}`} />
      <Skeleton className="h-72" />
    </SkeletonGroup>
  )
}
