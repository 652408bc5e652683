import type * as z from 'zod/mini'
import * as adminActs from '#contract/audit/acts.ts'
import * as adminUsers from '#contract/admin/users.ts'
import { centsToDollars, msToMinutes } from '#contract/amounts.ts'
import { listActPeople, listActs, listActSubjects } from './acts.ts'
import { type AdminUserRow, findPool, findUser, listOrganizationChoices, listUsers } from './users.ts'
import { type Correction, correctBalance } from '../billing/refunds/corrections.ts'
import { listTransactions } from '../billing/bookings/receipts.ts'
import { changeRole, restorePerson } from './user-changes.ts'
import { deletionWaitMs, findPerson, removalWaitMs } from '../identity/users.ts'
import { removePerson, setStatus } from './removal.flow.ts'
import { readLeft } from '../billing/refunds/refundable.ts'
import { refuse } from '../kernel/problem.ts'
import { noteSecurity } from '../kernel/security-events.ts'
import { type Context, routes } from '../kernel/serve.ts'
import type { Services } from '../conversations/services.ts'
import { endSignInsOf } from '../identity/sign-in/pending-sign-ins.ts'
import { toTransaction } from '../billing/subscriptions/account.routes.ts'
import { readChainCheck } from '../audit/act-chain.ts'
import { actingIn } from '../audit/acting.routes.ts'
import { pageOf } from '../kernel/admin-list.ts'

export const adminActRoutes = routes(adminActs, {
  actPeople: ({ readLong }) => listActPeople(readLong),
  actSubjects: ({ readLong, query }) => listActSubjects(readLong, query),
  actChain: ({ read }) => readChainCheck(read),
  adminActs: ({ readLong, query }) => listActs(readLong, query),
})

export const adminUserRoutes = routes<typeof adminUsers, Services>(adminUsers, {
  adminUsers: ({ readLong, query, at }) => pageOf(listUsers(readLong, query, at), toUser),

  organizationChoices: async ({ readLong, query: { agentId, hasSeat }, at }) =>
    listOrganizationChoices(readLong, { agentId, hasSeat: hasSeat !== undefined }, at),

  setUserStatus: async (context) => {
    const { services, params, body, at } = context
    await setStatus(services, actingIn(context), params.id, body.isActive, endSignInsOf)
    return toUser(await mustFind(services, params.id, at))
  },

  setUserRole: async (context) => {
    const { services, params, body, at, write } = context
    await write((tx) => changeRole(tx, actingIn(context), params.id, body, services))
    const { id: by } = context.person
    noteSecurity(services, 'role_changed', { userId: params.id, by, role: body.role, ip: context.request.ip })
    return toUser(await mustFind(services, params.id, at))
  },

  deleteUser: async (context) => {
    const { services } = context
    const removed = await removePerson(services, actingIn(context), context.params.id, endSignInsOf)
    return { success: true as const, ...removed }
  },

  restoreUser: async (context) => {
    const { services, params, write } = context
    return toUser(await write((tx) => restorePerson(tx, services, actingIn(context), params.id)))
  },

  adjustUserMinutes: async (context) => {
    const { read, params, body } = context
    const { id: userId, accountId } = (await findPerson(read, params.id)) ?? refuse('user_not_found')
    const target = { kind: 'user', id: params.id } as const
    return adjust(context, { accountId, userId, target, ...body })
  },

  adjustPoolMinutes: async (context) => {
    const { read, params, body } = context
    const accountId = (await findPool(read, Number(params.id))) ?? refuse('organization_not_found')
    const target = { kind: 'organization', id: params.id } as const
    return adjust(context, { accountId, userId: null, target, ...body })
  },

  userTransactions: async ({ services, read, params, at }) => {
    const { accountId } = (await findPerson(read, params.id)) ?? refuse('user_not_found')
    return describeRefundable(services, accountId, at)
  },

  organizationTransactions: async ({ services, read, params, at }) => {
    const accountId = (await findPool(read, Number(params.id))) ?? refuse('organization_not_found')
    return describeRefundable(services, accountId, at)
  },
})

type Adjusting = Pick<Context, 'request' | 'at' | 'write'> & { person: { id: string }; services: Services }

async function adjust(context: Adjusting, correction: Correction) {
  const { services, write } = context
  const balanceMs = await write((tx) =>
    correctBalance(tx, services, actingIn(context), correction, { field: 'minutes' }),
  )
  return { success: true as const, creditBalance: msToMinutes(balanceMs) }
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
