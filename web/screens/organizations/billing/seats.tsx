import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { formatCount, formatDollars } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { orderLimits } from '#contract/organizations/prices.ts'
import { changeSeats, seatQuote } from '#contract/organizations/seats.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query, useCall } from '#web/client/api.ts'
import { organizationBillingFailures, seatsChanged } from './toasts.ts'
import { CardFormDialog } from '#web/screens/billing/paying/card-form-dialog.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { serverMessage } from '#web/client/failure.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { NumberField } from '#web/kit/fields/number-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { SeatFigures } from './seat-figures.tsx'
import { settleOrganizationPayment } from './settle-payment.ts'

interface Props {
  organizationId: number
  /** The current number of seats from the next renewal on. */
  start: number
  onClose: () => void
}

/** The declined payment, which can be made with another card. */
interface Declined {
  clientSecret: string
  why: string
  dollars: number
}

/** Returns the chosen number, its price and the change; refusals are in `problem` and `declined`. */
function useSeatChange({ organizationId, start, onClose }: Props) {
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
    failed: organizationBillingFailures.changeSeats,
    done: ({ nextUsers }) => {
      showToast(seatsChanged(nextUsers))
      onClose()
    },
    refused: (error, { body }) => {
      setProblem(serverMessage(error) ?? organizationBillingFailures.changeSeats.text)
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
  function agree({ chargeToday, monthlyTotal }: Answer<typeof seatQuote>) {
    setProblem(null)
    change.mutate({ params, body: { users, chargeToday, monthlyTotal } })
  }
  return { users, choose, problem, declined, quote, agree, isPending: change.isPending }
}

/** Changes the number of seats: shows the price, charges it, and takes another card if it is declined (D116). */
export function SeatsDialog(props: Props) {
  const { start, onClose } = props
  const { users, choose, problem, declined, quote, agree, isPending } = useSeatChange(props)
  if (declined) return <OtherCard declined={declined} users={users} onClose={onClose} />
  const { data } = quote
  const current = users >= 1 && data?.users === users && !quote.isFetching ? data : null
  const least = data ? Math.min(data.minUsers, start) : 1
  return (
    <Dialog
      open
      onClose={() => !isPending && onClose()}
      title="Change seats"
      description="Added seats are charged for the full month right away. Seats you give up stay until the end of the month."
      width="small"
      keepOpenOutside
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
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
        <Count users={users} start={start} onChange={choose}>
          <Hint users={users} least={least} quote={data} />
        </Count>
        {quote.isError && <LoadError what="the price" failed={quote} />}
        {data && <SeatFigures quote={data} start={start} isOld={!current} />}
      </div>
    </Dialog>
  )
}

interface CountProps {
  users: number
  start: number
  onChange: (users: number) => void
  children: ReactNode
}

function Count({ users, start, onChange, children }: CountProps) {
  return (
    <NumberField
      name="users"
      label="Seats"
      value={users}
      read={readCount}
      settle={(text) => readCount(text) || start}
      onChange={onChange}
      min={1}
      max={orderLimits.maxUsers}
    >
      {children}
    </NumberField>
  )
}

/** Returns the number typed; 0 when there is none. */
function readCount(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Math.min(Number(text), orderLimits.maxUsers) : 0
}

/** Explains why a number is too low, or which higher one costs less (D95). */
function Hint({ users, least, quote }: { users: number; least: number; quote: Answer<typeof seatQuote> | undefined }) {
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

interface OtherCardProps {
  declined: Declined
  users: number
  onClose: () => void
}

function OtherCard({ declined: { clientSecret, why, dollars }, users, onClose }: OtherCardProps) {
  async function settle(paymentIntentId: string) {
    if (await settleOrganizationPayment(paymentIntentId)) showToast(seatsChanged(users))
    onClose()
  }
  return (
    <CardFormDialog
      clientSecret={clientSecret}
      purpose="payment"
      title="Pay with another card"
      description={`${why} This card will be used for future months.`}
      payLabel={`Pay ${formatDollars(dollars)}`}
      returnPath={paths.paymentReturn({ after: 'pool' })}
      onClose={onClose}
      onPaid={(id) => void settle(id)}
    />
  )
}
