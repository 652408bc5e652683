import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminOrganizations } from '#contract/admin/organizations.ts'
import type { AdminPaymentPage } from '#contract/admin/payments.ts'
import { adminUsers, organizationTransactions, userTransactions } from '#contract/admin/users.ts'
import { formatDollars } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { query } from '#web/client/api.ts'
import { Button } from '#web/kit/button.tsx'
import { RefundPayments } from '../../refund-payments.tsx'
import { useDuty } from '../../use-duty.ts'

const buttonId = 'refund-payment'

/** Refunds what is left of the payment, by the dialog of the panel. */
export function RefundButton({ payment }: { payment: AdminPaymentPage }) {
  const [isOpen, setOpen] = useState(false)
  const mayRefund = useDuty('money.change')
  if (!mayRefund || !payment.parts.some(({ refundable }) => refundable > 0)) return null
  return (
    <>
      <Button id={buttonId} variant="secondary" size="dense" onClick={() => setOpen(true)}>
        Refund
      </Button>
      {isOpen && <RefundDialog payment={payment} onClose={() => setOpen(false)} />}
    </>
  )
}

function RefundDialog({ payment, onClose }: { payment: AdminPaymentPage; onClose: () => void }) {
  const { userId, organizationId, name, email } = payment.payer
  const isPool = organizationId !== null
  const ids = new Set(payment.parts.map(({ id }) => id))
  const ofPayment = (rows: Answer<typeof userTransactions>) => rows.filter(({ id }) => ids.has(id))
  const params = { id: String(isPool ? organizationId : userId) }
  const own = useQuery({ ...query(userTransactions, { params }), staleTime: 0, enabled: !isPool, select: ofPayment })
  const pool = useQuery({
    ...query(organizationTransactions, { params }),
    staleTime: 0,
    enabled: isPool,
    select: ofPayment,
  })
  return (
    <RefundPayments
      history={isPool ? pool : own}
      payer={`${name}, ${email}`}
      nothing={`${formatDollars(payment.amount)} has been refunded in full.`}
      list={isPool ? adminOrganizations : adminUsers}
      onClose={onClose}
      finalFocus={() => document.getElementById(buttonId)}
    />
  )
}
