import { minuteChoices, moneyChoices, outcomeChoices, subscriptionChoices } from '#contract/admin/overview-rows.ts'
import { endReasons } from '#contract/conversations/voice-socket.ts'
import type { ListInput } from '#web/client/lists/pages.ts'
import { moneyWords, outcomeWords, reasonWords } from './words.ts'

/** The rows behind a figure, as the address names them: `rows` says which list, the others narrow it down. */

export const rowLists = ['money', 'conversations', 'subscriptions', 'minutes', 'owed'] as const
export type RowListName = (typeof rowLists)[number]

export interface ChosenRows {
  list: RowListName
  title: string
  /** What the address narrows the list down to, beside the days. */
  filters: ListInput
}

/** Returns the rows that an address asks for; null when it asks for none. What it does not know narrows nothing down. */
export function readRows(search: URLSearchParams): ChosenRows | null {
  const list = rowLists.find((name) => name === search.get('rows'))
  return list ? readers[list](search) : null
}

const readers: Record<RowListName, (search: URLSearchParams) => ChosenRows> = {
  money: (search) => {
    const kind = oneOf(moneyChoices, search.get('kind'))
    return {
      list: 'money',
      title: kind ? moneyTitles[kind] : 'Payments, refunds, and lost disputes',
      filters: { kind },
    }
  },
  conversations: (search) => {
    const outcome = oneOf(outcomeChoices, search.get('outcome'))
    const endReason = oneOf(endReasons, search.get('endReason'))
    const hour = /^(1?\d|2[0-3])$/.exec(search.get('hour') ?? '')?.[0]
    const [agentId, organization] = [search.get('agentId') ?? '', search.get('organization') ?? '']
    const title = [
      outcome ? outcomeTitles[outcome] : 'All calls',
      endReason && reasonWords[endReason].toLowerCase(),
      hour && `begun from ${hour}:00 to ${hour}:59 UTC`,
    ]
    const filters = {
      outcome,
      endReason,
      hour,
      agentId: /^[0-9a-f-]{36}$/.test(agentId) ? agentId : undefined,
      organization: /^(people|\d{1,9})$/.test(organization) ? organization : undefined,
    }
    return { list: 'conversations', title: title.filter(Boolean).join(', '), filters }
  },
  subscriptions: (search) => {
    const what = oneOf(subscriptionChoices, search.get('what')) ?? 'current'
    return { list: 'subscriptions', title: subscriptionTitles[what], filters: { what } }
  },
  minutes: (search) => {
    const kind = oneOf(minuteChoices, search.get('kind')) ?? 'sold'
    return { list: 'minutes', title: minuteTitles[kind], filters: { kind } }
  },
  owed: () => ({ list: 'owed', title: 'Balances at the end of the period', filters: {} }),
}

function oneOf<const Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text)
}

/** What the lists of money, of calls, of subscribers and of minutes are called. */
export const moneyTitles: Record<(typeof moneyChoices)[number], string> = {
  ...moneyWords,
  income: 'Payments',
  back: 'Refunds and lost disputes',
}

export const outcomeTitles: Record<(typeof outcomeChoices)[number], string> = {
  ...outcomeWords,
  counted: 'Conversations',
  failed: 'Failed calls',
  test: 'Tests',
}

export const subscriptionTitles: Record<(typeof subscriptionChoices)[number], string> = {
  current: 'Subscribers at the end of the period',
  new: 'New subscribers',
  returned: 'Returned subscribers',
  ended: 'Canceled subscribers',
}

export const minuteTitles: Record<(typeof minuteChoices)[number], string> = {
  sold: 'Minutes sold',
  lapsed: 'Lapsed minutes',
  other: 'Other changes to balances',
}
