import type * as z from 'zod/mini'
import { msToMinutes } from '#contract/amounts.ts'
import * as organizationManagement from '#contract/organizations/management.ts'
import { hasOrganizationAccess } from '../identity/access.ts'
import { readBrandedApp } from './app/branded-app.ts'
import { refuseChanged } from '../kernel/changed-meanwhile.ts'
import { removeImage } from '../images/images.ts'
import { findMembership, type Membership } from '../identity/memberships.ts'
import { listMembers } from './members/members.ts'
import { listAssignments } from '../agents/assignments.ts'
import { readFigures } from './dashboard.ts'
import { maySeeContract, maySeeDirectory, maySeeMemberRecords, mayShowLogo } from './policies.ts'
import { listOwnOrganizations, readProfile } from './profiles.ts'
import { changeBranding, lockOrganization } from './organizations.ts'
import { changeLogo } from './logos.flow.ts'
import { createByPerson } from './creating.ts'
import { routes } from '../kernel/serve.ts'
import type { Services } from '../conversations/services.ts'
import { siteUrl } from '../kernel/site-url.ts'
import { toAssignments } from './agents.routes.ts'

type Told = z.input<typeof organizationManagement.managedOrganization>

export const organizationManagementRoutes = routes<typeof organizationManagement, Services>(organizationManagement, {
  userOrganizations: async ({ read, person, at }) =>
    (await listOwnOrganizations(read, person.id)).map(({ role, ...organization }) => ({
      organization: { ...organization, givesAccess: hasOrganizationAccess(organization, at) },
      role,
    })),

  organizationDetails: async ({ services, read, person, membership, member, at }) => {
    const [organization, users, assignments] = await Promise.all([
      describe(services, member, at),
      listUsers(services, member, at),
      listAssignments(read, member.organizationId, member.rank),
    ])
    const agents = await toAssignments(read, assignments, { person, membership, member })
    return { organization, role: member.role, users, agents }
  },

  createOrganization: async ({ services, read, person, membership, body, at, request, write }) => {
    const site = siteUrl(services.config, request)
    const by = { person, isInOrganization: membership !== null, site, requestId: request.id, at }
    const given = { ...body, websiteUrl: body.websiteUrl || null }
    const id = await write((tx) => createByPerson(tx, services, by, given))
    // Its creator sees it once in full, also without a seat there.
    const member = await findMembership(read, person.id, id, true)
    if (!member) throw new Error(`Organization ${id} is gone`)
    return describe(services, member, at)
  },

  changeBranding: async ({ services, member, body: { before: began, ...body }, at, write, fail }) => {
    const { logoUrl, websiteUrl, ...colors } = body
    await write(async (tx) => {
      await lockOrganization(tx, member.organizationId)
      refuseChanged(began, await readProfile(tx, member.organizationId), body)
      const change = { ...colors, logoUrl: orNone(logoUrl), websiteUrl: orNone(websiteUrl) }
      const before = await changeBranding(tx, member.organizationId, change, at)
      if (logoUrl === undefined || logoUrl === before) return
      if (!mayShowLogo(before, logoUrl)) throw fail('unknown_image', { field: 'logoUrl' })
      await removeImage(tx, before)
    })
    return describe(services, member, at)
  },

  uploadLogo: async ({ services, member, body, at }) => {
    await changeLogo(services, member.organizationId, Buffer.from(await body.image.arrayBuffer()))
    return describe(services, member, at)
  },
})

/** Turns an emptied address into null; an omitted one stays. */
function orNone(address: string | undefined): string | null | undefined {
  return address === '' ? null : address
}

/** Returns the organization as far as a membership shows it (D123). */
async function describe({ database: { read, readLong } }: Services, member: Membership, at: Date): Promise<Told> {
  const [{ contactEmail, ...profile }, { totalMembers, activeAgents }, app] = await Promise.all([
    readProfile(read, member.organizationId),
    readFigures(readLong, member.organizationId, at),
    readBrandedApp(read, member.organizationId),
  ])
  const givesAccess = hasOrganizationAccess(member, at)
  const { maxUsers, ...open } = member
  const shown = {
    ...open,
    ...profile,
    id: member.organizationId,
    activeAgents,
    givesAccess,
    creditBalance: msToMinutes(member.balanceMs),
    memberCount: totalMembers,
    isAppPublished: app.isActive && app.canPublish && givesAccess,
  }
  return maySeeContract(member) ? { ...shown, contactEmail, maxUsers } : shown
}

/** Returns its people as far as a membership shows them (D123). */
async function listUsers({ database: { readLong } }: Services, member: Membership, at: Date) {
  if (!maySeeDirectory(member)) return []
  const members = await listMembers(readLong, member.organizationId, at)
  const seesRecords = maySeeMemberRecords(member)
  const shown = seesRecords ? members : members.filter(({ isActive }) => isActive)
  return shown.map(({ id, firstName, lastName, email, role, accessLevel, userCategory, isActive }) => {
    const user = { id, firstName, lastName }
    if (!seesRecords) return { userCategory, user }
    return { userCategory, role, accessLevel, isActive, user: { ...user, email } }
  })
}
