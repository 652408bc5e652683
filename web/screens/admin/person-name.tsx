import type { NamedPerson } from '#contract/agents/admin-requests.ts'

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
