import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminOrganizations } from '#contract/admin/organizations.ts'
import type { AdminPaymentPage } from '#contract/admin/payments.ts'
import { adminUsers, organizationTransactions, userTransactions } from '#contract/admin/users.ts'
import { formatDollars } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { query } from '#web/client/api.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { RefundPayments } from '../../refund-payments.tsx'
import { useDuty } from '../../use-duty.ts'

const buttonId = 'refund-payment'

/** Refunds what is left of the payment, by the dialog of the panel, and says what waits for approval. */
export function RefundButton({ payment }: { payment: AdminPaymentPage }) {
  const [isOpen, setOpen] = useState(false)
  const mayRefund = useDuty('money.change') && payment.parts.some(({ refundable }) => refundable > 0)
  const waiting = payment.parts.reduce((sum, part) => sum + part.waiting, 0)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {waiting > 0 && (
        <TextLink href={paths.adminPayments({ tab: 'approvals' })}>
          {formatDollars(waiting)} waits for approval
        </TextLink>
      )}
      {mayRefund && (
        <Button id={buttonId} variant="secondary" size="dense" onClick={() => setOpen(true)}>
          Refund
        </Button>
      )}
      {isOpen && <RefundDialog payment={payment} onClose={() => setOpen(false)} />}
    </div>
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
      personId={isPool ? null : userId}
      onClose={onClose}
      finalFocus={() => document.getElementById(buttonId)}
    />
  )
}
