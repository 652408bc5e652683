import type { ReactNode } from 'react'
import { formatCount, formatDollars } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { seatQuote } from '#contract/organizations/seats.ts'
import { cardName } from '#web/screens/billing/paying/card-name.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { classes } from '#web/kit/classes.ts'

interface Props {
  quote: Answer<typeof seatQuote>
  start: number
  /** Whether newer figures are loading. */
  isOld: boolean
}

/** What a new number of seats costs today, and every month from the next renewal on. */
export function SeatFigures({ quote, start, isOld }: Props) {
  const { users, chargeToday, monthlyTotal, userPrice, paidUsers, renewsAt, card } = quote
  const added = users - paidUsers
  return (
    <dl
      aria-live="polite"
      className={classes('flex flex-col gap-4 border-t border-line pt-4 transition-opacity', isOld && 'opacity-50')}
    >
      <Figure name="Charged today" value={formatDollars(chargeToday)}>
        {chargeToday > 0
          ? `${formatCount(added)} × ${formatDollars(userPrice)}, a full month${card ? `, with ${cardName(card)}` : ''}`
          : users < start
            ? 'Nothing. You keep the seats until the end of the month, but no one new can take them.'
            : 'Nothing. These seats are already paid for this month.'}
      </Figure>
      <Figure name="Every month" value={formatDollars(monthlyTotal)}>
        <span translate="no">{formatCount(users)}</span> × <span translate="no">{formatDollars(userPrice)}</span> and
        the rest of your plan
        {renewsAt && (
          <span>
            , from <DateTime value={renewsAt} /> on
          </span>
        )}
      </Figure>
    </dl>
  )
}

function Figure({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-4">
      <dt className="font-medium">{name}</dt>
      <dd className="text-lg font-semibold tabular">{value}</dd>
      <dd className="col-span-2 text-sm text-muted">{children}</dd>
    </div>
  )
}
