import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dollarsToCents } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { cheaperUserCount, orderLimits } from '#contract/organization-prices.ts'
import { changeSeats, seatQuote } from '#contract/organization-seats.ts'
import { ApiError } from '#web/api-error.ts'
import { query, useCall } from '#web/api.ts'
import { CardFormDialog } from '#web/parts/card-form-dialog.tsx'
import { LoadError } from '#web/parts/load-error.tsx'
import { formatMoney } from '#web/parts/organization-summary.tsx'
import { paths } from '#web/paths.ts'
import { refreshOrganizationBilling } from '#web/refresh.ts'
import { failures, seatsChanged, serverMessage } from '#web/toasts.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { SeatFigures } from './seat-figures.tsx'
import { settleOrganizationPayment } from './settle-payment.ts'

interface Props {
  organizationId: number
  /** Seats of the next months as they are. */
  start: number
  onClose: () => void
}

/** The declined payment, which another card can make. */
interface Declined {
  clientSecret: string
  why: string
  dollars: number
}

/** Another number of seats: its price first, then the charge; where the card is declined, another card (D116). */
export function SeatsDialog({ organizationId, start, onClose }: Props) {
  const params = { organizationId: String(organizationId) }
  const [users, setUsers] = useState(start)
  const [problem, setProblem] = useState<string | null>(null)
  const [declined, setDeclined] = useState<Declined | null>(null)
  const isPossible = users >= 1
  const quote = useQuery({
    ...query(seatQuote, { params, query: { users } }),
    enabled: isPossible,
    // The price that is agreed to must be that of now.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const change = useCall(changeSeats, {
    failed: failures.changeSeats,
    done: async ({ nextUsers }) => {
      await refreshOrganizationBilling()
      showToast(seatsChanged(nextUsers))
      onClose()
    },
    refused: (error, { body }) => {
      setProblem(serverMessage(error) ?? failures.changeSeats.text)
      const secret = error instanceof ApiError ? error.details['clientSecret'] : null
      if (typeof secret === 'string') {
        setDeclined({ clientSecret: secret, why: serverMessage(error) ?? '', dollars: body.chargeToday })
      } else void quote.refetch()
    },
  })
  const data = quote.data
  const isCurrent = isPossible && data?.users === users && !quote.isFetching
  const least = data ? Math.min(data.minUsers, start) : 1

  function choose(count: number) {
    setProblem(null)
    setUsers(count)
  }

  if (declined) {
    return (
      <OtherCard
        declined={declined}
        onClose={onClose}
        onPaid={async (id) => {
          if (await settleOrganizationPayment(id)) showToast(seatsChanged(users))
          onClose()
        }}
      />
    )
  }
  return (
    <Dialog
      open
      onClose={() => !change.isPending && onClose()}
      title="Change seats"
      description="Added seats are charged for the full month at once; seats that you give up end with the month."
      width="small"
      keepOpenOutside
      footer={
        <>
          <Button variant="secondary" disabled={change.isPending} onClick={onClose}>
            Keep {start.toLocaleString('en-US')} Seats
          </Button>
          <Button
            disabled={!isCurrent || users === start || users < least}
            pending={change.isPending}
            pendingText="Changing…"
            onClick={() => {
              if (!data) return
              const { chargeToday, monthlyTotal } = data
              setProblem(null)
              change.mutate({ params, body: { users, chargeToday, monthlyTotal } })
            }}
          >
            {isCurrent && data.chargeToday > 0
              ? `Pay ${formatMoney(dollarsToCents(data.chargeToday))}`
              : 'Change Seats'}
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
        {data && <SeatFigures quote={data} start={start} isOld={!isCurrent} />}
      </div>
    </Dialog>
  )
}

/** The number that a text counts as; 0 for none. */
function readCount(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Math.min(Number(text), orderLimits.maxUsers) : 0
}

/** Why a number cannot be, or which higher one costs less (D95). */
function Hint({ users, least, quote }: { users: number; least: number; quote: Answer<typeof seatQuote> | undefined }) {
  if (quote && users > 0 && users < least) {
    return (
      <p role="status" className="text-sm font-medium text-warning">
        {quote.minUsers.toLocaleString('en-US')} seats are taken by members and open invitations.
      </p>
    )
  }
  const cheaper = users > 0 ? cheaperUserCount(users) : null
  if (!cheaper) return null
  return (
    <p className="text-sm text-muted">
      {cheaper.userCount.toLocaleString('en-US')} seats cost less a month: {formatMoney(cheaper.cents)}.
    </p>
  )
}

interface OtherCardProps {
  declined: Declined
  onClose: () => void
  onPaid: (paymentIntentId: string) => Promise<void>
}

function OtherCard({ declined: { clientSecret, why, dollars }, onClose, onPaid }: OtherCardProps) {
  return (
    <CardFormDialog
      clientSecret={clientSecret}
      purpose="payment"
      title="Pay with another card"
      description={`${why} This card is kept for the next months.`}
      payLabel={`Pay ${formatMoney(dollarsToCents(dollars))}`}
      returnPath={paths.paymentReturn({ after: 'purchase' })}
      onClose={onClose}
      onPaid={(id) => void onPaid(id)}
    />
  )
}
