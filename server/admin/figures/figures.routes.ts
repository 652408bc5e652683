import { formerPeriod, readFigurePeriod } from '#contract/admin/figure-period.ts'
import * as overview from '#contract/admin/overview.ts'
import * as overviewRows from '#contract/admin/overview-rows.ts'
import { centsToDollars, msToMinutes, msToSeconds } from '#contract/amounts.ts'
import { nameReceipt } from '#contract/billing/receipts.ts'
import { serviceNames } from '#contract/status/status.ts'
import type { Services } from '../../conversations/services.ts'
import { routes } from '../../kernel/serve.ts'
import { readSettingChanges, readSettings } from '../../settings/settings.ts'
import { toStatus } from '../../status/history.ts'
import { readLastBackup } from '../../status/last-backup.ts'
import { listStates } from '../../status/service-states.ts'
import {
  listAgentFigures,
  listOrganizationFigures,
  listSubscriberFigures,
  listWaitingWork,
  readBooks,
  readFigures,
  readOwed,
  readWaitingEvents,
} from './figures.ts'
import { listMinutes, listOwed } from './minute-rows.ts'
import { toOverview, withMargins } from './overview.ts'
import { listEndedConversations, listMoney, listSubscriptions } from './rows.ts'
import { toSubscribers } from './subscribers.ts'
import { pageOf } from '../../kernel/admin-list.ts'

export const figureRoutes = routes<typeof overview, Services>(overview, {
  overview: async ({ services, readLong, query, at }) => {
    const period = readFigurePeriod(query, at)
    const former = formerPeriod(period)
    const [rows, owed, books, voiceRate] = await Promise.all([
      readFigures(readLong, { period, former }, at),
      readOwed(readLong),
      readBooks(readLong),
      readVoiceRate(services),
    ])
    return toOverview({ period, former, rows, owed, books, voiceRate })
  },

  overviewSubscribers: async ({ readLong, at }) => {
    const today = at.toISOString().slice(0, 10)
    return toSubscribers(await listSubscriberFigures(readLong, today, at), today.slice(0, 7))
  },

  overviewHealth: async ({ services, read, readLong, at }) => {
    const realAt = services.clock.real()
    const [states, events, jobs, lastBackupAt] = await Promise.all([
      listStates(read, realAt),
      readWaitingEvents(readLong, at),
      listWaitingWork(readLong, realAt),
      readLastBackup(services.config.dataDirectory),
    ])
    const shown = serviceNames.map((name) =>
      toStatus(
        name,
        states.filter(({ service }) => service === name),
        realAt,
      ),
    )
    return { services: shown, events, jobs, lastBackupAt }
  },

  overviewAgents: async ({ services, readLong, query, at }) => {
    const rows = await listAgentFigures(readLong, readFigurePeriod(query, at), at)
    const { cents } = await readVoiceRate(services)
    return withMargins(rows, cents).map(({ row: { key, name, failed }, ...figures }) => {
      const calls = figures.conversations + failed
      const failedPercent = calls === 0 ? 0 : Math.round((failed * 10_000) / calls) / 100
      return { id: key, name, ...figures, failedCalls: failed, failedPercent }
    })
  },

  overviewOrganizations: async ({ services, readLong, query, at }) => {
    const rows = await listOrganizationFigures(readLong, readFigurePeriod(query, at), at)
    const { cents } = await readVoiceRate(services)
    return withMargins(rows, cents).map(({ row: { key, name }, ...figures }) => ({
      id: key === 'people' ? null : Number(key),
      name,
      ...figures,
    }))
  },
})

export const figureRowRoutes = routes<typeof overviewRows, Services>(overviewRows, {
  overviewMoney: ({ readLong, query, at }) =>
    pageOf(listMoney(readLong, readFigurePeriod(query, at), query), ({ id, amountCents, receiptNumber, ...row }) => ({
      ...row,
      // A first month and its services share a receipt.
      id: `${row.kind} ${id}`,
      receiptId: id,
      amount: centsToDollars(amountCents),
      receiptNumber: receiptNumber === null ? null : nameReceipt(receiptNumber),
    })),

  overviewConversations: ({ readLong, query, at }) =>
    pageOf(
      listEndedConversations(readLong, readFigurePeriod(query, at), query),
      ({ chargedMs, creditedMs, providerMs, income, ...row }) => ({
        ...row,
        chargedSeconds: msToSeconds(chargedMs),
        creditedSeconds: msToSeconds(creditedMs),
        providerSeconds: providerMs === null ? null : msToSeconds(providerMs),
        earned: income / 100_000,
      }),
    ),

  overviewSubscriptions: ({ readLong, query, at }) =>
    listSubscriptions(readLong, readFigurePeriod(query, at), query, at),

  overviewMinutes: ({ readLong, query, at }) =>
    pageOf(listMinutes(readLong, readFigurePeriod(query, at), query), ({ amountMs, ...row }) => ({
      ...row,
      minutes: msToMinutes(amountMs),
    })),

  overviewOwed: ({ readLong, query, at }) =>
    pageOf(
      listOwed(readLong, readFigurePeriod(query, at), query, at),
      ({ balanceMs, purchasedMs, paidCents, ...row }) => ({
        ...row,
        minutes: msToMinutes(balanceMs),
        purchasedMinutes: purchasedMs === null ? null : msToMinutes(purchasedMs),
        paid: paidCents === null ? null : centsToDollars(paidCents),
      }),
    ),
})

/** Returns what a minute of voice costs, and whether nobody has said so. */
async function readVoiceRate({ database: { read } }: Services) {
  const [settings, changes] = await Promise.all([readSettings(read), readSettingChanges(read)])
  return { cents: settings.voiceCostCentsPerMinute, isAssumed: changes.voiceCostCentsPerMinute === undefined }
}
