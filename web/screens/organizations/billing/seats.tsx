import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { countText, formatCount, formatDollars } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { orderLimits } from '#contract/organizations/prices.ts'
import { changeSeats, seatQuote } from '#contract/organizations/seats.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query, useCall } from '#web/client/api.ts'
import { serverMessage } from '#web/client/failure.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ShareBar } from '#web/kit/charts/share-bar.tsx'
import { classes } from '#web/kit/classes.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'
import { NumberField } from '#web/kit/fields/number-field.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { CardFormDialog } from '#web/screens/billing/paying/card-form-dialog.tsx'
import { cardName } from '#web/screens/billing/paying/card-name.ts'
import { settleWithToast } from '#web/screens/billing/paying/settle-payment.ts'
import type { Billing } from './billing.ts'

interface CardProps {
  organizationId: number
  seats: NonNullable<Billing['seats']>
  plan: NonNullable<Billing['plan']>
}

/** How many seats there are and how many are taken, with a button to change them (D116). */
export function SeatsCard({ organizationId, seats: { paidUsers, nextUsers, minUsers }, plan }: CardProps) {
  const ending = paidUsers - nextUsers
  const change = () =>
    openDialog((close) => <SeatsDialog organizationId={organizationId} start={nextUsers} close={close} />)
  return (
    <Card
      title="Seats"
      aside={
        plan.status === 'active' && (
          <Button
            variant="secondary"
            size="dense"
            icon={<Users aria-hidden className="size-4" />}
            onClick={() => void change()}
          >
            Change Seats
          </Button>
        )
      }
    >
      <p>
        <span className="text-2xl font-semibold tabular">{formatCount(minUsers)}</span> of{' '}
        <span translate="no">{formatCount(paidUsers)}</span> taken
      </p>
      <ShareBar className="mt-3" shares={[{ value: minUsers, tone: 'primary' }]} total={paidUsers} />
      <p className="mt-3 text-sm text-muted">Each member and each open invitation takes a seat.</p>
      {ending > 0 && plan.renewsAt && (
        <p className="mt-2 text-sm">
          <span>{countText(ending, 'seat ends', 'seats end')}</span> on <DateTime value={plan.renewsAt} />, leaving{' '}
          <span translate="no">{formatCount(nextUsers)}</span>.
        </p>
      )}
    </Card>
  )
}

type Quote = Answer<typeof seatQuote>

interface Props {
  organizationId: number
  /** The current number of seats from the next renewal on. */
  start: number
  close: () => void
}

/** The declined payment, which can be made with another card. */
interface Declined {
  clientSecret: string
  why: string
  dollars: number
}

/** The number of seats changes at the next renewal; added seats can be taken right away (D116). */
function seatsChanged(users: number): ToastMessage {
  const description = `You'll have ${countText(users, 'seat')} from the next renewal on.`
  return { title: 'Seats Changed', description, tone: 'success' }
}

/** Returns the chosen number, its price and the change; refusals are in `problem` and `declined`. */
function useSeatChange({ organizationId, start, close }: Props) {
  const params = { organizationId: String(organizationId) }
  const [users, setUsers] = useState(start)
  const [problem, setProblem] = useState<string | null>(null)
  const [declined, setDeclined] = useState<Declined | null>(null)
  const quote = useQuery({
    ...query(seatQuote, { params, query: { users } }),
    enabled: users >= 1,
    // The person must agree to the current price.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const change = useCall(changeSeats, {
    told: ({ nextUsers }) => seatsChanged(nextUsers),
    done: () => close(),
    refused: (error, { body }) => {
      setProblem(serverMessage(error) ?? changeSeats.failed?.[1] ?? null)
      const secret = error instanceof ApiError ? error.details['clientSecret'] : null
      if (typeof secret === 'string') {
        setDeclined({ clientSecret: secret, why: serverMessage(error) ?? '', dollars: body.chargeToday })
      } else void quote.refetch()
    },
  })
  function choose(count: number) {
    setProblem(null)
    setUsers(count)
  }
  function agree({ chargeToday, monthlyTotal }: Quote) {
    setProblem(null)
    change.mutate({ params, body: { users, chargeToday, monthlyTotal } })
  }
  return { users, choose, problem, declined, quote, agree, isPending: change.isPending }
}

/** Changes the number of seats: shows the price, charges it, and takes another card if it is declined (D116). */
function SeatsDialog(props: Props) {
  const { start, close } = props
  const { users, choose, problem, declined, quote, agree, isPending } = useSeatChange(props)
  if (declined) return <OtherCard declined={declined} users={users} close={close} />
  const { data } = quote
  const current = users >= 1 && data?.users === users && !quote.isFetching ? data : null
  const least = data ? Math.min(data.minUsers, start) : 1
  return (
    <Dialog
      onClose={() => !isPending && close()}
      title="Change seats"
      description="Added seats are charged for the full month right away. Seats you give up stay until the end of the month."
      width="small"
      keepOpenOutside
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={close}>
            Keep <span translate="no">{formatCount(start)}</span> Seats
          </Button>
          <Button
            disabled={!current || users === start || users < least}
            pending={isPending}
            pendingText="Changing…"
            onClick={() => current && agree(current)}
          >
            {current && current.chargeToday > 0 ? `Pay ${formatDollars(current.chargeToday)}` : 'Change Seats'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {problem && <Banner tone="danger">{problem}</Banner>}
        <NumberField
          name="users"
          label="Seats"
          value={users}
          read={readCount}
          settle={(text) => readCount(text) || start}
          onChange={choose}
          min={1}
          max={orderLimits.maxUsers}
        >
          <Hint users={users} least={least} quote={data} />
        </NumberField>
        {quote.isError && <LoadError what="the price" failed={quote} />}
        {data && <SeatFigures quote={data} start={start} isOld={!current} />}
      </div>
    </Dialog>
  )
}

/** Returns the number typed; 0 when there is none. */
function readCount(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Math.min(Number(text), orderLimits.maxUsers) : 0
}

/** Explains why a number is too low, or which higher one costs less (D95). */
function Hint({ users, least, quote }: { users: number; least: number; quote: Quote | undefined }) {
  if (quote && users > 0 && users < least) {
    return (
      <p role="status" className="text-sm font-medium text-warning">
        <span translate="no">{formatCount(quote.minUsers)}</span> seats are taken by members and open invitations.
      </p>
    )
  }
  if (quote?.users !== users || !quote.cheaper) return null
  const { cheaper } = quote
  return (
    <p className="text-sm text-muted">
      <span translate="no">{formatCount(cheaper.users)}</span> seats cost less:{' '}
      <span translate="no">{formatDollars(cheaper.monthly)}</span> a month.
    </p>
  )
}

interface FiguresProps {
  quote: Quote
  start: number
  /** Whether newer figures are loading. */
  isOld: boolean
}

/** What a new number of seats costs today, and every month from the next renewal on. */
function SeatFigures({ quote, start, isOld }: FiguresProps) {
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

interface OtherCardProps extends Pick<Props, 'close'> {
  declined: Declined
  users: number
}

function OtherCard({ declined: { clientSecret, why, dollars }, users, close }: OtherCardProps) {
  async function settle(paymentIntentId: string) {
    await settleWithToast(paymentIntentId, seatsChanged(users))
    close()
  }
  return (
    <CardFormDialog
      clientSecret={clientSecret}
      purpose="payment"
      title="Pay with another card"
      description={`${why} This card will be used for future months.`}
      payLabel={`Pay ${formatDollars(dollars)}`}
      returnPath={paths.paymentReturn({ after: 'pool' })}
      onClose={close}
      onPaid={(id) => void settle(id)}
    />
  )
}
