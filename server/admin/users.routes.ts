import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import * as adminActs from '#contract/audit/acts.ts'
import * as adminUsers from '#contract/admin/users.ts'
import { centsToDollars, msToMinutes } from '#contract/amounts.ts'
import { listActPeople, listActs, listActSubjects } from './acts.ts'
import { type AdminUserRow, findPool, findUser, listOrganizationChoices, listUsers } from './users.ts'
import { correctBalance } from '../billing/refunds/corrections.ts'
import { listTransactions } from '../billing/bookings/receipts.ts'
import { changeRole, restorePerson } from './user-changes.ts'
import { deletionWaitMs, findPerson, removalWaitMs } from '../identity/users.ts'
import { removePerson, setStatus } from './removal.flow.ts'
import { readLeft } from '../billing/refunds/refundable.ts'
import { refusals } from '../kernel/problem.ts'
import { noteSecurity } from '../kernel/security-events.ts'
import { type Handlers, serve } from '../kernel/serve.ts'
import type { Services } from '../conversations/services.ts'
import { endSignInsOf } from '../identity/sign-in/pending-sign-ins.ts'
import { toTransaction } from '../billing/subscriptions/account.routes.ts'
import { readChainCheck } from '../audit/act-chain.ts'
import { actingIn } from '../audit/acting.routes.ts'

export function adminUserRoutes(app: FastifyInstance, services: Services): void {
  const { readLong } = services.database
  serve(app, services, adminActs, {
    actPeople: () => listActPeople(readLong),

    actSubjects: ({ query }) => listActSubjects(readLong, query),

    actChain: () => readChainCheck(services.database.read),

    adminActs: async ({ query, reply }) => {
      const { rows, total } = await listActs(readLong, query)
      reply.header('x-total-count', total)
      return rows
    },
  })
  serve(app, services, adminUsers, {
    ...accessHandlers(services),
    ...removalHandlers(services),
    ...creditHandlers(services),
    ...paymentHandlers(services),
  })
}

/** People, and their status and role. */
function accessHandlers(services: Services) {
  const { readLong } = services.database
  return {
    adminUsers: async ({ query, at, reply }) => {
      const { rows, total } = await listUsers(readLong, query, at)
      reply.header('x-total-count', total)
      return rows.map(toUser)
    },

    organizationChoices: async ({ query: { agentId, hasSeat }, at }) =>
      listOrganizationChoices(readLong, { agentId, hasSeat: hasSeat !== undefined }, at),

    setUserStatus: async (context) => {
      const { params, body, at, fail } = context
      const result = await setStatus(services, actingIn(context), params.id, body.isActive, endSignInsOf)
      if (result === 'forbidden') throw refusals.forbidden()
      if (result !== 'changed') throw fail(result)
      return toUser(await mustFind(services, params.id, at))
    },

    setUserRole: async (context) => {
      const { params, body, at, write, fail } = context
      await write(async (tx) => {
        const result = await changeRole(tx, actingIn(context), params.id, body, services)
        if (result === 'forbidden') throw refusals.forbidden()
        if (result !== 'changed') throw fail(result)
      })
      const { id: by } = context.person
      noteSecurity(services, 'role_changed', { userId: params.id, by, role: body.role, ip: context.request.ip })
      return toUser(await mustFind(services, params.id, at))
    },
  } satisfies Partial<Handlers<typeof adminUsers>>
}

/** Deleting and restoring a user. */
function removalHandlers(services: Services) {
  return {
    deleteUser: async (context) => {
      const { params, fail } = context
      const removed = removePerson(services, actingIn(context), params.id, endSignInsOf)
      const result = await removed
      if (result === 'forbidden') throw refusals.forbidden()
      if (typeof result === 'string') throw fail(result)
      return { success: true as const, ...result }
    },

    restoreUser: async (context) => {
      const { params, write } = context
      const user = await write((tx) => restorePerson(tx, services, actingIn(context), params.id))
      if (!user) throw context.fail('user_not_found')
      return toUser(user)
    },
  } satisfies Partial<Handlers<typeof adminUsers>>
}

/** Corrections of a balance. */
function creditHandlers(services: Services) {
  const { read } = services.database
  return {
    adjustUserMinutes: async (context) => {
      const { params, body, write, fail } = context
      const person = await findPerson(read, params.id)
      if (!person) throw fail('user_not_found')
      const { accountId } = person
      const correction = { accountId, userId: person.id, target: { kind: 'user', id: params.id } as const, ...body }
      const result = await write((tx) => correctBalance(tx, services, actingIn(context), correction))
      if (typeof result === 'string') throw fail(result, { field: 'minutes' })
      return { success: true as const, creditBalance: msToMinutes(result) }
    },

    adjustPoolMinutes: async (context) => {
      const { params, body, write, fail } = context
      const accountId = await findPool(read, Number(params.id))
      if (!accountId) throw fail('organization_not_found')
      const correction = { accountId, userId: null, target: { kind: 'organization', id: params.id } as const, ...body }
      const result = await write((tx) => correctBalance(tx, services, actingIn(context), correction))
      if (typeof result === 'string') throw fail(result, { field: 'minutes' })
      return { success: true as const, creditBalance: msToMinutes(result) }
    },
  } satisfies Partial<Handlers<typeof adminUsers>>
}

/** Payments and refunds. */
function paymentHandlers(services: Services) {
  const { read } = services.database
  return {
    userTransactions: async ({ params, at, fail }) => {
      const person = await findPerson(read, params.id)
      if (!person) throw fail('user_not_found')
      return describeRefundable(services, person.accountId, at)
    },

    organizationTransactions: async ({ params, at, fail }) => {
      const accountId = await findPool(read, Number(params.id))
      if (!accountId) throw fail('organization_not_found')
      return describeRefundable(services, accountId, at)
    },
  } satisfies Partial<Handlers<typeof adminUsers>>
}

async function describeRefundable(
  services: Services,
  accountId: string,
  at: Date,
): Promise<z.input<typeof adminUsers.userTransactions.answer>> {
  const history = await listTransactions(services.database.readLong, accountId)
  const left = await readLeft(services.database.read, history, at)
  return history.map((row) => ({
    ...toTransaction(row),
    refundable: centsToDollars(left.get(row.id)?.refundableCents ?? 0),
    waiting: centsToDollars(left.get(row.id)?.waitingCents ?? 0),
  }))
}

async function mustFind({ database: { readLong } }: Services, id: string, at: Date): Promise<AdminUserRow> {
  const user = await findUser(readLong, id, at)
  if (!user) throw new Error(`User ${id} is gone`)
  return user
}

/** Returns a person in the form of the API. */
export function toUser(row: AdminUserRow): z.input<typeof adminUsers.adminUser> {
  const { balanceMs, poolMs, removedAt, deletionRequestedAt, ...user } = row
  const leaving = deletionRequestedAt && new Date(deletionRequestedAt.getTime() + deletionWaitMs)
  return {
    ...user,
    creditBalance: msToMinutes(balanceMs),
    organizationCredits: poolMs === null ? null : msToMinutes(poolMs),
    deletedAt: removedAt,
    erasedAt: removedAt ? new Date(removedAt.getTime() + removalWaitMs) : leaving,
  }
}
