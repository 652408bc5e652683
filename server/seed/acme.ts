import { defaultPrimaryColor } from '#contract/organizations/app/brand-colors.ts'
import { createAgent } from '../agents/records.ts'
import { saveBrandedApp } from '../organizations/app/branded-app.ts'
import { createInvitation } from '../organizations/members/invitations.ts'
import { assignAgents, grantPrivateAgent } from '../agents/assignments.ts'
import { addDocument } from '../agents/knowledge/documents.ts'
import { orderKnowledge } from '../agents/knowledge/knowledge.flow.ts'
import { orderSounds } from '../agents/sounds/sounds.flow.ts'
import { findRegistration } from '../organizations/orders/orders.ts'
import { changeSettings } from '../organizations/organizations.ts'
import { storeRegistration } from '../organizations/orders/registration.ts'
import { termsVersion } from '../identity/terms.ts'
import { findCredentials } from '../identity/users.ts'
import { providerAgentId } from '../agents/provider-sync.flow.ts'
import { registerInvited } from '../organizations/members/join-registration.flow.ts'
import { bookPayment } from '../billing/bookings/book-payment.flow.ts'
import { openOrderPayment } from '../organizations/orders/checkout.flow.ts'
import { setUpPassword } from '../organizations/orders/setup.flow.ts'
import type { Services } from '../conversations/services.ts'
import { acmeAgents } from './agents-acme.ts'
import { payInDemo } from './payments.ts'
import { sampleConversationOf } from './starters.ts'

const owner = { email: 'owner@acme.test', firstName: 'Olivia', lastName: 'Owner' }
const member = { email: 'member@acme.test', firstName: 'Mo', lastName: 'Member' }

/** 10 seats, 500 minutes and the branded app; its two agents are its own. */
const order = {
  form: 'main' as const,
  organizationName: 'Acme Consulting',
  contactName: 'Olivia Owner',
  contactEmail: owner.email,
  contactPhone: '',
  industry: 'consulting',
  companySize: '11-50',
  website: '',
  agentPurpose: 'Prepares our engagements.',
  plannedUsers: '10',
  additionalNotes: '',
  primaryColor: defaultPrimaryColor,
  welcomeMessage: '',
  userCount: 10,
  agentType: 'none' as const,
  numberOfAgents: 0,
  minutePackage: 'starter' as const,
  brandedPWA: true,
  ongoingOptimization: false,
  termsVersion,
}

const description = 'Helps mid-sized companies put their operations in order.'
const app = {
  tagline: 'Operations that run by themselves',
  welcomeMessage: 'Talk through your next engagement with agents that know how we work.',
}

/** The demo organization, created like any other: registered, paid, set up and joined. Created once. */
export async function addAcme(services: Services, password: string): Promise<void> {
  const { database } = services
  if (await findCredentials(database.read, owner.email)) return
  const { organizationId, ownerId } = await buy(services, password)
  await addMember(services, organizationId, ownerId, password)
  await addAgentsAndApp(services, organizationId, ownerId)
}

async function buy(services: Services, password: string): Promise<{ organizationId: number; ownerId: string }> {
  const { database, clock } = services
  const ip = 'demo'
  const stored = await database.write((tx) => storeRegistration(tx, services, order, ip, clock.now()))
  const opened = await openOrderPayment(services, stored.id, { autoPurchase: true })
  await bookPayment(services, await payInDemo(services, opened.clientSecret))
  const setup = { ...owner, newPassword: password, setupToken: undefined, setupSecret: stored.setupSecret }
  await setUpPassword(services, setup, ip)
  const paid = await findRegistration(database.read, { id: stored.id })
  const account = await findCredentials(database.read, owner.email)
  if (!paid?.organizationId || !account) throw new Error('The demo organization was not created')
  return { organizationId: paid.organizationId, ownerId: account.id }
}

/** Joins through an invitation, without its mail. */
async function addMember(
  services: Services,
  organizationId: number,
  invitedBy: string,
  password: string,
): Promise<void> {
  const at = services.clock.now()
  const membership = { role: 'member', accessLevel: 'standard', userCategory: 'Members' } as const
  const kind = { invitationType: 'email', bulkInviteId: null, description: '' } as const
  const expiresAt = new Date(at.getTime() + 60_000)
  const { secret } = await services.database.write((tx) =>
    createInvitation(tx, { ...member, ...membership, ...kind, organizationId, invitedBy, expiresAt, at }),
  )
  const site = services.config.publicUrl ?? ''
  const joined = await registerInvited(services, { ...member, organizationId, password, secret, ip: 'demo', site })
  if ('barrier' in joined) throw new Error(`The demo member did not join: ${joined.barrier}`)
}

async function addAgentsAndApp(services: Services, organizationId: number, ownerId: string): Promise<void> {
  const at = services.clock.now()
  const agentIds = await services.database.write(async (tx) => {
    await changeSettings(tx, organizationId, { description }, at)
    const added: string[] = []
    for (const { slug, document, ...agent } of acmeAgents) {
      const sampleConversation = sampleConversationOf(slug, agent.systemPrompt)
      const agentId = await createAgent(tx, { ...agent, sampleConversation, isPrivate: true, createdBy: null, at })
      if (!agentId) continue
      await grantPrivateAgent(tx, { agentId, organizationId, grantedBy: null, at })
      await orderSounds(services, tx, agentId)
      added.push(agentId)
      if (!document) continue
      await addDocument(tx, { ...document, kind: 'text', agentId, organizationId, createdBy: ownerId, at }, 1)
      await orderKnowledge(services, tx, agentId)
    }
    await assignAgents(tx, { organizationId, agentIds: added, accessLevel: 'standard', assignedBy: ownerId, at })
    await saveBrandedApp(tx, organizationId, { ...app, featuredAgentIds: added, isActive: true }, at)
    return added
  })
  for (const id of agentIds) await providerAgentId(services, id)
}
