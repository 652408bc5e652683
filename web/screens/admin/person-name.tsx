import type { NamedPerson } from '#contract/agents/admin-requests.ts'

/** First and last name, or the address of somebody without. */
export function nameOf({ firstName, lastName, email }: NamedPerson): string {
  return `${firstName} ${lastName}`.trim() || email
}

/** Name over address, as in a row of a list. */
export function PersonLines({ person }: { person: NamedPerson }) {
  return (
    <>
      <span className="block wrap-anywhere">{nameOf(person)}</span>
      <span className="block text-xs wrap-anywhere text-muted">{person.email}</span>
    </>
  )
}
