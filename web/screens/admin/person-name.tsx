import type { NamedPerson } from '#contract/agents/admin-requests.ts'
import { paths } from '#web/client/addresses/paths.ts'
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
