import type { AccessLevel, OrganizationRole } from '#contract/organizations/ranks.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import * as voice from '#contract/conversations/voice.ts'
import { assignAgents, grantPrivateAgent } from '#server/agents/assignments.ts'
import { grantMinutes } from '#server/ledger/ledger.ts'
import { type CreatedOrganization, createOrganization } from '#server/organizations/organizations.ts'
import { addMember } from '#server/organizations/members/members.ts'
import { queuedMails } from '../world/mailbox.ts'
import { addAgent, registered, type TestPerson } from '../world/people.ts'
import type { World } from '../world/world.ts'

export interface TestOrganization extends CreatedOrganization {
  name: string
  owner: TestPerson
}

let count = 0

/** Returns a paid organization with a pool of this many minutes, and the person who runs it. */
export async function organization(
  world: World,
  { minutes = 500, maxUsers = 10, owner }: { minutes?: number; maxUsers?: number; owner?: TestPerson } = {},
): Promise<TestOrganization> {
  const admin = owner ?? (await talker(world))
  const at = world.services.clock.now()
  const name = `Firm ${++count} of ${process.pid}`
  const created = await world.services.database.write(async (tx) => {
    const about = { name, contactEmail: admin.email, maxUsers, adminId: admin.id } as const
    const made = await createOrganization(tx, { ...about, subscriptionStatus: 'active', at })
    const bought = { bucket: 'purchased', kind: 'purchase', priceCents: 7000, paymentIntentId: null } as const
    const from = { sourceRef: `test:${name}`, expiresAt: null, notes: 'Minutes of the package' }
    const { accountId } = made
    await grantMinutes(tx, { ...bought, ...from, accountId, ms: minutes * 60_000, userId: admin.id, at })
    return made
  })
  return { ...created, name, owner: admin }
}

export async function member(
  world: World,
  organizationId: number,
  { role = 'member', accessLevel = 'standard' }: { role?: OrganizationRole; accessLevel?: AccessLevel } = {},
): Promise<TestPerson> {
  const person = await talker(world)
  await join(world, person, organizationId, role, accessLevel)
  return person
}

export async function join(
  world: World,
  person: TestPerson,
  organizationId: number,
  role: OrganizationRole = 'member',
  accessLevel: AccessLevel = 'standard',
): Promise<void> {
  const at = world.services.clock.now()
  await world.services.database.write((tx) =>
    addMember(tx, { organizationId, userId: person.id, role, accessLevel, userCategory: 'Members', at }),
  )
}

/** Returns a registered person without a subscription who has accepted the voice notice. */
async function talker(world: World): Promise<TestPerson> {
  const person = await registered(world)
  await person.client.call(voice.giveVoiceConsent, { body: { version: voice.voiceNotice.version } })
  return person
}

/** Assigns an agent, a private one with the access that it needs. */
export async function assign(
  world: World,
  { id: organizationId, owner }: TestOrganization,
  agentId: string,
  accessLevel: AccessLevel = 'standard',
  customInstructions?: string,
): Promise<void> {
  const at = world.services.clock.now()
  await world.services.database.write(async (tx) => {
    await grantPrivateAgent(tx, { agentId, organizationId, grantedBy: owner.id, at })
    const given = { organizationId, agentIds: [agentId], accessLevel, assignedBy: owner.id, at }
    await assignAgents(tx, customInstructions === undefined ? given : { ...given, customInstructions })
  })
}

export const setStatus = (world: World, { id }: Pick<TestOrganization, 'id'>, status: string) =>
  world.sql('update organization set subscription_status = $2 where id = $1', [id, status])

export async function assignedAgent(world: World, firm: TestOrganization, agent: object = {}, level?: AccessLevel) {
  const id = await addAgent(world, agent)
  await assign(world, firm, id, level)
  return id
}

/** Switches the context to that organization, or with null to oneself. */
export async function switchTo(person: TestPerson, organizationId: number | null): Promise<void> {
  await person.client.call(organizations.switchOrganization, { body: { organizationId } })
}

/** Returns the secret of the newest link that was mailed to an address. */
export async function linkMailedTo(world: World, email: string): Promise<string> {
  // Mails without a link may be newer, or still waiting after it was sent.
  const mails = await queuedMails(world, email)
  const secret = mails.map(({ text }) => /\/join\/([\w-]+)/.exec(text)?.[1]).find(Boolean)
  if (!secret) throw new Error(`No link was mailed to ${email}`)
  return secret
}
