import type { PayerRef } from '#contract/admin/payments.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { overRowLinkClasses } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

/** The person or organization that pays, linked to their page in the panel, above the email address. */
export function PayerLink({ payer: { userId, organizationId, name, email } }: { payer: PayerRef }) {
  const href =
    organizationId !== null
      ? paths.adminOrganization(organizationId)
      : userId !== null
        ? paths.adminCustomer(userId)
        : null
  return (
    <>
      {href === null ? (
        <span className="wrap-anywhere">{name}</span>
      ) : (
        <TextLink href={href} quiet className={`wrap-anywhere text-text! ${overRowLinkClasses}`}>
          {name}
        </TextLink>
      )}
      {email && <span className="block text-xs wrap-anywhere text-muted">{email}</span>}
    </>
  )
}
