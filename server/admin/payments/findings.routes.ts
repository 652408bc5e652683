import type { LongRead } from '../../database/sql.ts'
import type * as z from 'zod/mini'
import * as calls from '#contract/admin/findings.ts'
import { actingIn } from '../../audit/acting.routes.ts'
import { recordAct } from '../../audit/acts.ts'
import { acceptFinding, findFinding, reopenFinding } from '../../audit/findings.ts'
import type { Services } from '../../conversations/services.ts'
import { routes } from '../../kernel/serve.ts'
import { findShownFinding, type FindingRow, listFindings } from './findings.ts'
import { pageOf } from '../../kernel/admin-list.ts'
import { refuse } from '../../kernel/problem.ts'

async function mustFind(readLong: LongRead, id: string) {
  const row = await findShownFinding(readLong, id)
  if (!row) throw new Error(`Finding ${id} is gone`)
  return toAnswer(row)
}

/** What the hourly comparisons found, and that a person accepts it. */
export const adminFindingRoutes = routes<typeof calls, Services>(calls, {
  findings: ({ readLong, query }) => pageOf(listFindings(readLong, query), toAnswer),

  acceptFinding: async (context) => {
    const { read, readLong, params, body, write, fail } = context
    const known = (await findFinding(read, params.id)) ?? refuse('finding_not_found')
    await write(async (tx) => {
      if (!(await acceptFinding(tx, params.id, body.reason))) throw fail('finding_not_open')
      const target = { kind: 'finding', id: params.id } as const
      const [before, after] = [{ status: 'open' }, { status: 'accepted', finding: known.kind }]
      await recordAct(tx, actingIn(context), { action: 'finding.accept', target, before, after, reason: body.reason })
    })
    return mustFind(readLong, params.id)
  },

  reopenFinding: async (context) => {
    const { read, readLong, params, write, fail } = context
    const known = (await findFinding(read, params.id)) ?? refuse('finding_not_found')
    await write(async (tx) => {
      const reason = await reopenFinding(tx, params.id)
      if (reason === null) throw fail('finding_not_accepted')
      const target = { kind: 'finding', id: params.id } as const
      const [before, after] = [{ status: 'accepted' }, { status: 'open', finding: known.kind }]
      await recordAct(tx, actingIn(context), { action: 'finding.reopen', target, before, after })
    })
    return mustFind(readLong, params.id)
  },
})

function toAnswer({ userId, organizationId, customerName, ...row }: FindingRow): z.input<typeof calls.finding> {
  return { ...row, customer: customerName === null ? null : { userId, organizationId, name: customerName } }
}
