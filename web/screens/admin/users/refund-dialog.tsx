import { useQuery } from '@tanstack/react-query'
import { adminUsers, userTransactions } from '#contract/admin/users.ts'
import { query } from '#web/client/api.ts'
import { RefundPayments } from '../refund-payments.tsx'
import type { TaskProps } from './task.ts'

/** Refunds one of a person's own payments; an organization's payments are refunded from its row. */
export function RefundDialog({ user, name, ...dialog }: TaskProps) {
  const history = useQuery({ ...query(userTransactions, { params: { id: user.id } }), staleTime: 0 })
  const organizations = user.organizations.map((organization) => organization.name).join(', ')
  return (
    <RefundPayments
      {...dialog}
      history={history}
      payer={`${name}, ${user.email}`}
      nothing={
        organizations
          ? `${name} has no payment of their own that can be refunded. Payments by ${organizations} are refunded under Organizations.`
          : `${name} has no payment that can be refunded.`
      }
      list={adminUsers}
      personId={user.id}
    />
  )
}
