import type { MoneyKind, OverviewTotals, UnchargedOutcome, WorkKind } from '#contract/admin/overview.ts'
import { formatCount, formatDollars, formatMinutes } from '#contract/amounts.ts'
import type { EndReason } from '#contract/conversations/voice-socket.ts'
import type { Behind } from './figure-table.tsx'

/** The words of the owner's figures, and how each is counted. */

export interface TotalWords {
  key: keyof OverviewTotals
  label: string
  format: (value: number) => string
  /** How it is counted. */
  how: string
  /** The rows that it counts. */
  behind: Behind
  /** Whether it is one of the first that people see. */
  isFirst?: boolean
}

export const totalWords: readonly TotalWords[] = [
  {
    key: 'net',
    isFirst: true,
    label: 'Net revenue',
    format: formatDollars,
    how: 'Every payment of the period, less refunds and lost disputes. Each counts on the day on its receipt.',
    behind: { rows: 'money' },
  },
  {
    key: 'gross',
    label: 'Gross revenue',
    format: formatDollars,
    how: 'Every payment of the period, before refunds and disputes.',
    behind: { rows: 'money', kind: 'income' },
  },
  {
    key: 'subscribers',
    isFirst: true,
    label: 'Subscribers',
    format: formatCount,
    how: 'People and organizations with a paid month at the end of the period. A later payment within seven days continues it. Someone whose month was refunded in full still counts until that month ends.',
    behind: { rows: 'subscriptions', what: 'current' },
  },
  {
    key: 'newSubscribers',
    label: 'New subscribers',
    format: formatCount,
    how: 'People and organizations that paid their first month in the period.',
    behind: { rows: 'subscriptions', what: 'new' },
  },
  {
    key: 'endedSubscribers',
    label: 'Canceled subscribers',
    format: formatCount,
    how: 'Subscriptions whose last paid month ended in the period, and that were not paid again within seven days.',
    behind: { rows: 'subscriptions', what: 'ended' },
  },
  {
    key: 'minutesUsed',
    isFirst: true,
    label: 'Minutes used',
    format: formatMinutes,
    how: 'Charged talk time of conversations that ended in the period. Calls that cost nothing and tests are not counted.',
    behind: { rows: 'conversations', outcome: 'counted' },
  },
  {
    key: 'margin',
    isFirst: true,
    label: 'Margin on talk',
    format: formatDollars,
    how: 'What the talked minutes were paid with, less the cost of the voice. A minute earns the average price of all minutes its account had received by then.',
    behind: { rows: 'conversations', outcome: 'counted' },
  },
  {
    key: 'failedCalls',
    label: 'Failed calls',
    format: formatCount,
    how: 'Calls that never began or in which the agent said nothing. They cost nothing and are in no other figure.',
    behind: { rows: 'conversations', outcome: 'failed' },
  },
]

export const moneyWords: Record<MoneyKind, string> = {
  access: 'Platform access',
  package: 'Packages',
  auto_package: 'Automatic purchases',
  plan: 'Organization plans',
  seats: 'Added seats',
  services: 'Services',
  debt: 'Paid debts',
  refund: 'Refunds',
  dispute: 'Lost disputes',
}

export const outcomeWords: Record<UnchargedOutcome, string> = {
  not_started: 'Never began',
  silent: 'The agent said nothing',
  short: 'Under 10 seconds',
}

export const reasonWords: Record<EndReason, string> = {
  user: 'Ended by the person',
  agent: 'Ended by the agent',
  balance: 'No minutes left',
  budget: 'Monthly limit reached',
  limit: 'Maximum length reached',
  idle: 'Nobody spoke',
  access: 'Access ended',
  fault: 'Voice provider error',
  gone: 'Line lost',
  team: 'Ended by the team',
}

export const serviceWords = { app: 'App', voice: 'Voice', payments: 'Payments', mail: 'Mail' }
export const stateWords = { up: 'Working', down: 'Not working', unknown: 'Not known' }

/** What happened to a subscription. */
export const stepWords = { new: 'Began', returned: 'Came back', ended: 'Canceled' }

/** Background work, as a list names it. */
export const workWords: Record<WorkKind, string> = {
  mail: 'Mails',
  resetLink: 'Password reset links',
  stripeEvent: 'Payment events',
  autoPurchase: 'Automatic purchases',
  customerDetails: 'Customer details at Stripe',
  dataExport: 'Data exports',
  agentSync: 'Agents at the voice provider',
  agentSounds: 'Sounds of agents',
  knowledge: 'Documents of agents',
  deleteConversation: 'Deletions at the voice provider',
  paymentUpkeep: 'Hourly work with Stripe',
  requestNotices: 'Notices about requests',
  upkeep: 'Hourly upkeep',
  other: 'Other work',
}
