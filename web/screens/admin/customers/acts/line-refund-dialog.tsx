import { useQuery } from '@tanstack/react-query'
import { adminOrganizations } from '#contract/admin/organizations.ts'
import type { LineOf } from '#contract/admin/timeline.ts'
import { adminUsers, organizationTransactions, userTransactions } from '#contract/admin/users.ts'
import { formatDollars } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { query } from '#web/client/api.ts'
import { RefundPayments } from '../../refund-payments.tsx'
import type { Whose } from '../whose.ts'

interface Props {
  line: LineOf<'payment'>
  whose: Whose
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

/** Refunds the payment of a line, in full or in part. */
export function LineRefundDialog({ line, whose, ...dialog }: Props) {
  const isUser = whose.kind === 'user'
  const only = (payments: Answer<typeof userTransactions>) => payments.filter(({ id }) => id === line.id)
  const params = { id: String(whose.id) }
  const own = useQuery({ ...query(userTransactions, { params }), staleTime: 0, enabled: isUser, select: only })
  const pool = useQuery({
    ...query(organizationTransactions, { params }),
    staleTime: 0,
    enabled: !isUser,
    select: only,
  })
  return (
    <RefundPayments
      {...dialog}
      history={isUser ? own : pool}
      payer={`${line.description}, ${formatDollars(line.amount)}`}
      nothing="This payment has been refunded in full."
      list={isUser ? adminUsers : adminOrganizations}
      personId={whose.kind === 'user' ? whose.id : null}
    />
  )
}
