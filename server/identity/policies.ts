import { voiceNotice } from '#contract/conversations/voice.ts'
import { includesDuty } from '#contract/identity/staff.ts'
import { hasRows, type Read } from '../database/sql.ts'
import { findMembership, listMemberships, type Membership } from './memberships.ts'
import type { Person } from './users.ts'

/** Who may do what with which object. What gives access as a whole is in access.ts. */

/** Returns whether a person has the rights of every organization's admins, which other staff do not have (D120). */
export function runsPlatform({ staffRole }: Pick<Person, 'staffRole'>): boolean {
  return staffRole === 'owner'
}

/** Returns whether a person may work for themselves beside their organizations (D122). */
export function offersPersonal(person: Person): boolean {
  return person.role === 'admin' || person.subscriptionStatus !== null
}

/** Returns whether a person may work for themselves, which includes everybody who has no organization (D122). */
export function mayWorkPersonally(person: Person, memberships: readonly unknown[]): boolean {
  return memberships.length === 0 || offersPersonal(person)
}

/**
 * Returns the pool that a body names by its organization; undefined when it names none, null when the person does not
 * run it (D50).
 */
export async function findRunPool(
  read: Read,
  person: Person,
  { organizationId }: { organizationId?: number | undefined },
): Promise<Membership | null | undefined> {
  if (organizationId === undefined) return undefined
  const membership = await findMembership(read, person.id, organizationId, runsPlatform(person))
  return membership?.role === 'admin' ? membership : null
}

/**
 * Returns whether a person is responsible for the payments of an account: their own, or the pool of an organization
 * that they run, whatever their current context. Owners of the platform are responsible for every pool (D120).
 */
export function answersFor(read: Read, person: Pick<Person, 'id' | 'staffRole'>, accountId: string): Promise<boolean> {
  return hasRows(read`
    select from account where id = ${accountId}
      and ((organization_id is not null and ${runsPlatform(person)})
        or exists (select from account_payer where account_id = account.id and user_id = ${person.id}))`)
}

/** Returns whether a person may upload pictures: staff who change agents, and admins of an organization (D151). */
export async function mayUpload(read: Read, { id, staffRole }: Person): Promise<boolean> {
  if (includesDuty(staffRole, 'agents.change')) return true
  return (await listMemberships(read, id)).some((membership) => membership.role === 'admin')
}

/** Returns whether a person has agreed to the present notice about talking to an AI, before which nobody talks (D89). */
export function hasVoiceConsent({ voiceConsentVersion }: Pick<Person, 'voiceConsentVersion'>): boolean {
  return voiceConsentVersion === voiceNotice.version
}
