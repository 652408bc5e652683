import type { ReactNode } from 'react'
import { creditText, formatDollars } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { SubscriptionBadge } from './subscription-badge.tsx'
import { useResume } from './use-resume.ts'

/** The active subscription: its state, its next date, and how to resume a canceled one; no second payment (D35). */
export function RunningPlan({ user }: { user: Me }) {
  const { subscriptionStatus, subscriptionPlan: plan, subscriptionRenewsAt, cancelAtPeriodEnd } = user
  return (
    <Page title={plan?.name ?? 'Your subscription'} description={runningText(user)} width="form">
      <Card>
        <dl className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2">
          <Fact label="Status">
            <SubscriptionBadge status={subscriptionStatus} />
          </Fact>
          {subscriptionRenewsAt && (
            <Fact label={cancelAtPeriodEnd ? 'Access ends' : 'Renews'}>
              <DateTime value={subscriptionRenewsAt} />
            </Fact>
          )}
          {plan && (
            <>
              <Fact label="Price">{`${formatDollars(plan.price)}/month`}</Fact>
              <Fact label="Each month">{`${creditText(plan.minutes)}, no rollover`}</Fact>
            </>
          )}
        </dl>
        <div className="mt-6 flex flex-wrap gap-2">
          {cancelAtPeriodEnd ? <Resume /> : <LinkButton href={paths.checkout()}>Add Credits</LinkButton>}
          <LinkButton href={paths.account()} variant="secondary">
            Go to Account
          </LinkButton>
        </div>
      </Card>
    </Page>
  )
}

function Resume() {
  const resume = useResume()
  return (
    <Button pending={resume.isPending} pendingText="Resuming…" onClick={() => resume.mutate()}>
      Resume Subscription
    </Button>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 text-lg tabular">{children}</dd>
    </div>
  )
}

function runningText({ cancelAtPeriodEnd }: Me): string {
  const state = 'Your subscription is already active.'
  return cancelAtPeriodEnd ? `${state} It was canceled, and you can resume it until it ends.` : state
}
