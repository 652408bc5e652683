import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { formatCents, minutesText } from '#contract/amounts.ts'
import { accountUser } from '#contract/billing/account.ts'
import { card } from '#contract/billing/cards.ts'
import { debts, payDebt } from '#contract/billing/debts.ts'
import { platformAccess } from '#contract/billing/prices.ts'
import { formatDate } from '#contract/dates.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { isUnknown, Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { readRestAgain, useMe } from '#web/client/me.ts'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Fact } from '#web/kit/text/fact.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import type { SavedCard as Kept } from '#web/screens/billing/paying/card-name.ts'
import { DebtCard } from '#web/screens/billing/paying/debt-card.tsx'
import { KeptCard } from '#web/screens/billing/paying/use-card-form.tsx'
import { SubscriptionBadge } from '#web/screens/billing/subscription/subscription-badge.tsx'
import { BalanceBar, BalanceParts, balanceText, MinutesLink } from '#web/screens/frame/header/balance-parts.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { AutoPurchase } from './auto-purchase.tsx'
import { type FollowedPurchase, useCardDialog, useFollowedPurchase } from './followed-purchase.ts'
import { QuickActions } from './quick-actions.tsx'

/** It is below the first view. */
const History = lazy(async () => ({ default: (await import('./history.tsx')).History }))

/** /account: name and email, the subscription, the card, automatic purchases and the payment history (S096-S102). */
export default function Account() {
  const account = useQuery(query(accountUser))
  useFreshRows(account.data)
  return (
    <Page title="Account" description="Your plan, your balance and your payments.">
      <div className="in-order flex flex-col gap-6">
        <Loaded
          read={account}
          what="your account"
          skeleton={<LoadingCards />}
          unknown={<EmptyState title="Account not found">Please sign out and in again.</EmptyState>}
        >
          {(user) => <Cards user={user} />}
        </Loaded>
        {!isUnknown(account.error) && (
          <Suspense fallback={<LoadingRows what="your payments" />}>
            <History hrefOf={(page) => paths.account({ page })} />
          </Suspense>
        )}
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

/** Name, email, subscription status, and the balance with its two parts (S096, S097, D32). */
function Overview({ user, className }: { user: Me; className?: string }) {
  return (
    <Card title="Overview" className={className}>
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        <dl className="flex min-w-0 flex-col gap-4">
          <Fact isLarge label="Name">
            {user.firstName} {user.lastName}
          </Fact>
          <Fact isLarge label="Email">
            {user.email}
          </Fact>
          {hasOwnPlan(user) || user.organizationName === null ? (
            <Fact isLarge label="Subscription">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <SubscriptionBadge status={user.subscriptionStatus} />
                <Until user={user} />
              </span>
            </Fact>
          ) : (
            <Fact isLarge label="Paid by">
              {user.organizationName}
            </Fact>
          )}
        </dl>
        <div className="border-t border-line pt-6 sm:border-t-0 sm:border-l sm:pt-0 sm:pl-8">
          <dl>
            <dt className="text-sm text-muted">Credit balance</dt>
            <dd className="mt-1 text-3xl font-semibold tracking-[-0.02em] tabular">{balanceText(user)}</dd>
          </dl>
          {user.organizationId === null && <BalanceBar user={user} className="mt-4" />}
          <BalanceParts user={user} className="mt-4" />
          <MinutesLink />
        </div>
      </div>
    </Card>
  )
}

/** When the subscription renews or ends; only a running one has such a date (S097). */
function Until({ user }: { user: Me }) {
  const { subscriptionStatus: status, subscriptionRenewsAt: at, cancelAtPeriodEnd, graceEndsAt } = user
  if (status === 'past_due' && graceEndsAt) return <Note>Access until {formatDate(graceEndsAt)}</Note>
  if (!at) return null
  if (cancelAtPeriodEnd && (status === 'active' || status === 'trialing')) return <Note>Ends on {formatDate(at)}</Note>
  if (status === 'active') return <Note>Renews on {formatDate(at)}</Note>
  return null
}

function Note({ children }: { children: ReactNode }) {
  return <span className="text-base text-muted">{children}</span>
}

/** Returns whether the user has a subscription or auto-purchase of their own to manage. */
function hasOwnPlan({ subscriptionStatus, autoPurchaseEnabled }: Me): boolean {
  return subscriptionStatus !== null || autoPurchaseEnabled
}

/** Who pays instead, or the way to a subscription, for a user without one (D26). */
function NoSubscription({ user }: { user: Me }) {
  return user.organizationName === null ? <Subscribe /> : <Organization user={user} name={user.organizationName} />
}

function Subscribe() {
  const { priceCents, monthlyMinutes } = platformAccess
  return (
    <Card title="Subscription">
      <p className="mb-4 text-muted">
        You don't have a subscription. Platform access costs <span translate="no">{formatCents(priceCents)}</span> a
        month and includes <span>{minutesText(monthlyMinutes)}</span>.
      </p>
      <LinkButton href={paths.subscribe()} wide>
        Subscribe
      </LinkButton>
    </Card>
  )
}

function Organization({ user, name }: { user: Me; name: string }) {
  return (
    <Card title="Organization">
      <p className="text-lg font-medium wrap-anywhere">{name}</p>
      <p className="mt-1 mb-4 text-muted">
        {user.hasOrganizationAccess
          ? 'Your sessions use its shared minutes, at no cost to you.'
          : 'It has no active access at the moment.'}
      </p>
      <div className="flex flex-col gap-3">
        <LinkButton href={paths.organizationDashboard()} wide>
          Open Dashboard
        </LinkButton>
        {user.organizationRole === 'admin' && (
          <LinkButton href={paths.organizationDashboard({ tab: 'billing' })} variant="secondary" wide>
            Open Billing
          </LinkButton>
        )}
      </div>
    </Card>
  )
}

/** The card saved for renewals and automatic purchases, and the way to change it. */
function SavedCard({ purchase }: { purchase: FollowedPurchase }) {
  return (
    <Card title="Saved card">
      <Loaded read={useQuery(query(card))} what="your card" skeleton={<LoadingRows what="your card" count={2} />}>
        {({ card: kept }) => <OwnCard kept={kept} purchase={purchase} />}
      </Loaded>
    </Card>
  )
}

function OwnCard({ kept, purchase }: { kept: Kept | null; purchase: FollowedPurchase }) {
  return <KeptCard kept={kept} form={useCardDialog(kept ? 'Update card' : 'Add card', purchase)} />
}
