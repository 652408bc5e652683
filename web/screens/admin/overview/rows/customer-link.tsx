import { paths } from '#web/client/addresses/paths.ts'
import { RowLink } from './row-links.tsx'

interface Customer {
  userId: string | null
  organizationId: number | null
  payer: string
}

/** The first cell of a row about a customer; its link covers the row and opens the customer's page. */
export function CustomerLink({ of: { userId, organizationId, payer } }: { of: Customer }) {
  const href = organizationId === null ? paths.adminCustomer(userId ?? '') : paths.adminOrganization(organizationId)
  return <RowLink href={href}>{payer || 'Erased person'}</RowLink>
}
