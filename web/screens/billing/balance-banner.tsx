import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { centsToDollars, formatDollars, minutesText } from '#contract/amounts.ts'
import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { query } from '#web/client/api.ts'
import { readRestAgain } from '#web/client/me.ts'
import { automaticPackage } from './automatic-package.ts'
import { useArrivingPayment, useJustPaid } from './arriving-payment.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Banner } from '#web/kit/banner.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { isShutOut } from '#web/screens/frame/header/organization-access.ts'
import { RequestMinutes } from '#web/screens/frame/header/request-minutes.tsx'

const lowCreditMinutes = 10

interface Props {
  user: Me
  /** Whether the page itself says what is left of a member's monthly limit. */
  isMonthShown?: boolean
  /** Leaves out that a payment was made, which the page after the payment has said. */
  hidesPayment?: boolean
}

/** A payment just made, minutes that are arriving or running out; platform admins need no reminder (S105, D38, D48). */
export function BalanceBanner({ user, isMonthShown = false, hidesPayment = false }: Props) {
  const isArriving = useArrivingPayment()
  const hasPaid = useJustPaid()
  if (isArriving || (hasPaid && !hidesPayment)) {
    return (
      <Banner tone="success" announce>
        Payment received.{' '}
        <span>{isArriving ? 'Your minutes are arriving.' : `We've emailed your receipt to ${user.email}.`}</span>
      </Banner>
    )
  }
  // An organization without access has its own notice; more minutes would not help it.
  if (user.role === 'admin' || isShutOut(user)) return null
  if (user.monthLeftSeconds !== null && user.organizationRole !== 'admin')
    return <LowMonth user={user} isMonthShown={isMonthShown} />
  if (user.organizationId !== null) return <LowPool user={user} />
  if (user.creditBalance >= lowCreditMinutes) return null
  if (!user.autoPurchaseEnabled) return <Low>{leftText(user)}</Low>
  // Every new balance reads the rule again, because charges, declines and refunds happen without this page.
  return <WithAutoPurchase key={user.creditBalance} user={user} />
}

/** By default with the way to buy more. */
function Low({ actions = <BuyMinutes />, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <Banner tone="warning" title="Low Credit Balance" actions={actions}>
      {children}
    </Banner>
  )
}

function BuyMinutes() {
  return (
    <LinkButton href={paths.checkout()} size="dense">
      Buy Credits
    </LinkButton>
  )
}

/** In an organization the pool counts: admins buy for it, members ask them to (D48, D49). */
function LowPool({ user: { organizationCredits, organizationRole } }: { user: Me }) {
  if (organizationCredits === null || organizationCredits >= lowCreditMinutes) return null
  return (
    <Low actions={organizationRole === 'admin' ? <BuyMinutes /> : <RequestMinutes size="dense" />}>
      Your organization has <span>{minutesText(organizationCredits)}</span> left to talk.
    </Low>
  )
}

/** A limited member reads what is left of the limit; of the pool only that it runs low, never how much it has (D190). */
function LowMonth({
  user: { monthLeftSeconds, organizationCredits },
  isMonthShown,
}: Required<Omit<Props, 'hidesPayment'>>) {
  const left = (monthLeftSeconds ?? 0) / 60
  const isMonthLow = left < lowCreditMinutes
  const isPoolLow = organizationCredits !== null && organizationCredits < lowCreditMinutes
  if (isMonthLow ? isMonthShown : !isPoolLow) return null
  return (
    <Low actions={<RequestMinutes size="dense" about={isMonthLow ? 'limit' : 'pool'} />}>
      {isMonthLow ? `You have ${minutesText(left)} left this month.` : "Your organization's minutes are running low."}
    </Low>
  )
}

/** Announces an automatic purchase only when it will be made, or says why it will not (D45, D48). */
function WithAutoPurchase({ user }: { user: Me }) {
  const read = useQuery({ ...query(autoPurchase), refetchOnMount: 'always' })
  if (read.isPending) return null
  return <Low>{read.data ? outlookText(user, read.data) : leftText(user)}</Low>
}

function outlookText(user: Me, state: Answer<typeof autoPurchase>): string {
  const { enabled, problem, threshold, monthlyCap, spentThisMonth } = state
  if (problem) return `${leftText(user)} ${problem.message}`
  const { minutes, priceCents } = automaticPackage(state)
  if (enabled && spentThisMonth + centsToDollars(priceCents) > monthlyCap) {
    return `${leftText(user)} Another automatic purchase would exceed your limit of ${formatDollars(monthlyCap)} a month.`
  }
  return enabled ? `Auto-purchase will add ${minutesText(minutes)} at ${threshold}.` : leftText(user)
}

function leftText({ creditBalance }: Me): string {
  return `You have ${minutesText(creditBalance)} left to talk.`
}

/**
 * Keeps the figures on a screen in step with its balance: the seconds of a conversation running elsewhere count in all
 * of them or in none (D30).
 */
export function useMovingBalance(balance: number | null): void {
  const shown = useRef(balance)
  useEffect(() => {
    if (shown.current === balance) return
    shown.current = balance
    readRestAgain()
  }, [balance])
}
