import type { Tx } from '../database/sql.ts'
import { recordAct } from '../audit/acts.ts'
import { createInvitation } from './members/invitations.ts'
import { refuse } from '../kernel/problem.ts'
import { lockAccount } from '../ledger/ledger.ts'
import { findMembership } from '../identity/memberships.ts'
import { offersPersonal, runsPlatform } from '../identity/policies.ts'
import { rememberContext } from '../identity/contexts.ts'
import { mayCreateOrganization } from './policies.ts'
import { createUnderSlug, type NewOrganization } from './organizations.ts'
import { suggestFreeSlug } from './slugs.ts'
import type { Person } from '../identity/users.ts'
import type { Services } from '../conversations/services.ts'
import { dayMs, mailInvitation } from './members/inviting.ts'
import { invitationLimits } from '#contract/organizations/invitations.ts'
import { unpaidLimits } from '#contract/organizations/management.ts'

/** Organizations that are created without a payment. */

export interface Creating {
  person: Person
  /** Whether the person's current context is an organization. */
  isInOrganization: boolean
  site: string
  /** For the record of platform admins' acts. */
  requestId: string
  at: Date
}

type Given = Pick<
  NewOrganization,
  'name' | 'description' | 'contactEmail' | 'websiteUrl' | 'primaryColor' | 'secondaryColor'
> & { slug: string }

/**
 * Creates an organization that waits for its package, with its creator as admin. Created by an owner of the platform, it
 * is active at once (D130). Staff who name somebody else as its contact create it for a customer: the contact is invited
 * as its admin, and they neither join it nor take a seat (D211). Returns its id.
 */
export async function createByPerson(
  tx: Tx,
  services: Services,
  by: Creating,
  { slug, ...given }: Given,
): Promise<number> {
  const { person, at } = by
  const isPlatformAdmin = runsPlatform(person)
  const isForCustomer = person.staffRole !== null && given.contactEmail !== person.email
  const subscriptionStatus = isPlatformAdmin ? 'active' : 'inactive'
  // One after the other, so that parallel requests cannot exceed a person's limit.
  await lockAccount(tx, person.accountId)
  if (!(await mayCreateOrganization(tx, person))) refuse('too_many_unpaid')
  const created = await createUnderSlug(tx, slug, {
    ...given,
    maxUsers: unpaidLimits.seats,
    subscriptionStatus,
    adminId: person.id,
    isUnattended: isForCustomer,
    at,
  })
  if (!created) {
    const suggestion = await suggestFreeSlug(tx, slug, at)
    refuse('slug_taken', { field: 'slug', details: { suggestion } })
  }
  // A person who works for themselves continues to do so.
  if (!by.isInOrganization && offersPersonal(person)) await rememberContext(tx, person.id, null, at)
  if (isForCustomer) {
    await inviteContact(tx, services, by, { organizationId: created.id, email: given.contactEmail })
  }
  if (isPlatformAdmin || isForCustomer) {
    const target = { kind: 'organization', id: created.id } as const
    const after = { name: given.name, slug, subscriptionStatus }
    const acting = { adminId: person.id, requestId: by.requestId, at }
    await recordAct(tx, acting, { action: 'organization.create', target, after })
  }
  return created.id
}

async function inviteContact(
  tx: Tx,
  services: Services,
  { person, site, at }: Creating,
  { organizationId, email }: { organizationId: number; email: string },
): Promise<void> {
  const member = await findMembership(tx, person.id, organizationId, true)
  if (!member) throw new Error(`No membership in organization ${organizationId}`)
  const made = await createInvitation(tx, {
    organizationId,
    email,
    firstName: '',
    lastName: '',
    role: 'admin',
    accessLevel: 'full',
    userCategory: 'Employees',
    description: '',
    invitedBy: person.id,
    expiresAt: new Date(at.getTime() + invitationLimits.mailDays * dayMs),
    invitationType: 'email',
    bulkInviteId: null,
    at,
  })
  await mailInvitation(tx, services, { person, member, site, at }, { ...made, isNew: true })
}
