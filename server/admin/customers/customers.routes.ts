import * as customers from '#contract/admin/customers.ts'
import { msToMinutes, msToSeconds } from '#contract/amounts.ts'
import { actingIn } from '../../audit/acting.routes.ts'
import type { Services } from '../../conversations/services.ts'
import { listOpenSessions } from '../../kernel/open-sessions.ts'
import { refuse } from '../../kernel/problem.ts'
import { noteSecurity } from '../../kernel/security-events.ts'
import { routes } from '../../kernel/serve.ts'
import { nameBrowser } from '../../identity/browser-name.ts'
import { endSignInsOf } from '../../identity/sign-in/pending-sign-ins.ts'
import { quoteSeats } from '../../organizations/seats/seats.ts'
import { toOrganization } from '../organizations.routes.ts'
import { findOrganization } from '../organizations.ts'
import { toUser } from '../users.routes.ts'
import { findUser } from '../users.ts'
import { creditTalk, deleteOwnNote, keepNote, readNotes } from './customer-acts.ts'
import { findCustomer, findOrganizationOwner, listLive, listMembers } from './customers.ts'
import { endSubscription, endTalk, resend } from './customer-acts.flow.ts'
import { readTimeline } from './lines.ts'
import { signOutEverywhere } from '../user-changes.ts'
import { readStanding } from './standing.ts'

/** The pages of customers, and what the team does there. */
export const customerRoutes = routes<typeof customers, Services>(customers, {
  customer: async ({ read, readLong, person, params, at }) => {
    const row = (await findCustomer(read, params.id)) ?? refuse('user_not_found')
    const { accountId, ...about } = row
    const whom = { userId: row.id, organizationId: null }
    const [user, standing, live, devices, notes] = await Promise.all([
      findUser(readLong, row.id, at),
      readStanding(read, accountId, at),
      listLive(read, whom),
      listOpenSessions(read, { userId: row.id }),
      readNotes(read, whom, person.id),
    ])
    return {
      ...about,
      ...standing,
      user: user && toUser(user),
      live,
      devices: devices.map(({ userAgent, ...times }) => ({ ...times, browser: nameBrowser(userAgent) })),
      notes,
    }
  },

  customerTimeline: async ({ read, readLong, params, query, at }) => {
    const row = (await findCustomer(read, params.id)) ?? refuse('user_not_found')
    return readTimeline(readLong, { userId: row.id, organizationId: null, accountId: row.accountId }, query, at)
  },

  organizationCustomer: async ({ read, readLong, person, params, at, fail }) => {
    const owner = await findOrganizationOwner(read, params.id)
    const organization = owner && (await findOrganization(readLong, owner.organizationId, at))
    if (!organization) throw fail('organization_not_found')
    const seats = await quoteSeats(read, owner, undefined, at)
    const [standing, live, members, notes] = await Promise.all([
      readStanding(read, owner.accountId, at, seats?.monthlyCents),
      listLive(read, owner),
      listMembers(read, owner.organizationId),
      readNotes(read, owner, person.id),
    ])
    return { ...standing, organization: toOrganization(organization, at), live, members, notes }
  },

  organizationTimeline: async ({ read, readLong, params, query, at }) => {
    const owner = (await findOrganizationOwner(read, params.id)) ?? refuse('organization_not_found')
    return readTimeline(readLong, owner, query, at)
  },

  creditConversation: async (context) => {
    const { services, params, body, write } = context
    const balanceMs = await write((tx) => creditTalk(tx, services, actingIn(context), { id: params.id, ...body }))
    return { success: true as const, creditBalance: msToMinutes(balanceMs) }
  },

  endLiveConversation: async (context) => {
    const { services } = context
    const chargedMs = await endTalk(services, actingIn(context), context.params.id)
    return { success: true as const, chargedSeconds: msToSeconds(chargedMs) }
  },

  endSubscription: async (context) => {
    const { services, params, body } = context
    const ended = await endSubscription(services, actingIn(context), { userId: params.id, reason: body.reason })
    return { success: true as const, ...ended }
  },

  signOutCustomer: async (context) => {
    const { services, params, write } = context
    await write((tx) => signOutEverywhere(tx, actingIn(context), params.id, endSignInsOf))
    noteSecurity(services, 'signed_out_everywhere', { userId: params.id, by: context.person.id })
  },

  resendMail: async (context) => {
    const { services, params, person, write } = context
    const asking = { acting: actingIn(context), person, site: services.siteUrl() }
    await write((tx) => resend(services, tx, asking, params.id))
  },

  addCustomerNote: async (context) => {
    const { read, params, body, write } = context
    const row = await findCustomer(read, params.id)
    if (!row || row.erasedAt) refuse('user_not_found')
    return write((tx) => keepNote(tx, actingIn(context), { userId: row.id, organizationId: null }, body.text))
  },

  addOrganizationNote: async (context) => {
    const { read, params, body, write } = context
    const owner = (await findOrganizationOwner(read, params.id)) ?? refuse('organization_not_found')
    return write((tx) => keepNote(tx, actingIn(context), owner, body.text))
  },

  deleteCustomerNote: (context) => context.write((tx) => deleteOwnNote(tx, actingIn(context), context.params.id)),
})
