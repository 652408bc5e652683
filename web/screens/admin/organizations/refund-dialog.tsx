import { useQuery } from '@tanstack/react-query'
import { adminOrganizationDetails, adminOrganizations } from '#contract/admin/organizations.ts'
import { organizationTransactions } from '#contract/admin/users.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { query } from '#web/client/api.ts'
import { RefundPayments } from '../refund-payments.tsx'
import type { TaskProps } from './task.ts'

/** Refunds a payment of an organization, for a month, added seats or a package. */
export function RefundDialog({ organization: { id, name, contactEmail }, ...dialog }: TaskProps) {
  const history = useQuery({ ...query(organizationTransactions, { params: { id: String(id) } }), staleTime: 0 })
  return (
    <RefundPayments
      {...dialog}
      history={history}
      payer={`${name}, ${contactEmail}`}
      nothing={`${name} has no payment that can be refunded.`}
      list={adminOrganizations}
      personId={null}
      changes={[adminOrganizationDetails, organizationBilling, organizationOverview]}
    />
  )
}
