import type { PayerRef } from '#contract/admin-list.ts'
import type { NamedPerson } from '#contract/agents/admin-requests.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { overRowLinkClasses } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { useDuty } from './use-duty.ts'

/** Returns the first and last name, or the email address if there is no name. */
export function nameOf({ firstName, lastName, email }: NamedPerson): string {
  return `${firstName} ${lastName}`.trim() || email
}

/** The name above the email address, as in a row of a list. */
export function PersonLines({ person }: { person: NamedPerson }) {
  return (
    <>
      <span className="block wrap-anywhere">{nameOf(person)}</span>
      <span className="block text-xs wrap-anywhere text-muted">{person.email}</span>
    </>
  )
}

/** The same, where the name leads to the person's page for staff who may see it. */
export function CustomerLines({ person }: { person: NamedPerson }) {
  return (
    <>
      <span className="block">
        <CustomerLink href={paths.adminCustomer(person.id)} name={nameOf(person)} />
      </span>
      <span className="block text-xs wrap-anywhere text-muted">{person.email}</span>
    </>
  )
}

/** The name of a person or an organization, which leads to their page for staff who may see it. */
export function CustomerLink({ href, name }: { href: string; name: string }) {
  const mayOpen = useDuty('people.read')
  if (!mayOpen) return <span className="wrap-anywhere">{name}</span>
  return (
    <TextLink href={href} className="wrap-anywhere">
      {name}
    </TextLink>
  )
}

/** A customer: a person or an organization. */
export type Whose = { kind: 'user'; id: string } | { kind: 'organization'; id: number }

/** Returns the page of a payer in the panel; null for one who is unknown here. */
export function payerHref({ userId, organizationId }: Pick<PayerRef, 'userId' | 'organizationId'>): string | null {
  if (organizationId !== null) return paths.adminOrganization(organizationId)
  return userId === null ? null : paths.adminCustomer(userId)
}

/** The person or organization that pays, linked to their page, above the email address. */
export function PayerLink({ payer }: { payer: PayerRef }) {
  const href = payerHref(payer)
  return (
    <>
      {href === null ? (
        <span className="wrap-anywhere">{payer.name}</span>
      ) : (
        <TextLink href={href} quiet className={`wrap-anywhere text-text! ${overRowLinkClasses}`}>
          {payer.name}
        </TextLink>
      )}
      {payer.email && <span className="block text-xs wrap-anywhere text-muted">{payer.email}</span>}
    </>
  )
}
