import { serverSubjects } from './directions.ts'
import type { SourceFile } from './source-files.ts'

/** The first law for SQL: statements name only what their subject may import; exceptions have a reason. */

interface Exceptions {
  reason: string
  /** Per file, what its statements name above their subject. */
  files: Record<string, string[]>
}

export const sqlExceptions: Exceptions[] = [
  {
    reason: 'Who somebody is, where they work and what they have left is read in one statement with every request.',
    files: {
      'server/identity/account-owner.ts': ['account', 'account_contact', 'account_payer', 'organization'],
      'server/identity/contexts.ts': ['member_month', 'organization_pool', 'organization_user'],
      'server/identity/memberships.ts': ['organization_pool', 'organization_user'],
      'server/identity/own-page.ts':
        'account auto_purchase debt entry messages_of payer subscription voice_session'.split(' '),
      'server/identity/policies.ts': ['account', 'account_payer'],
      'server/identity/users.ts': ['account', 'subscription'],
      'server/identity/versions.ts':
        'account auto_purchase debt member_month message_version organization organization_user payer subscription voice_session'.split(
          ' ',
        ),
    },
  },
  {
    reason: 'Talk counts against a balance, a month and a rating while it goes on, in the statement that asks.',
    files: {
      'server/agents/agents.sql': ['organization_user', 'voice_session'],
      'server/agents/ratings.ts': ['voice_session'],
      'server/agents/records.ts': ['voice_session'],
      'server/audit/invariants.sql': ['account', 'hold', 'voice_session'],
      'server/billing/auto-purchase/auto-purchase.sql': ['voice_session'],
      'server/conversations/voice-sessions.sql': ['member_month_left'],
      'server/ledger/ledger.ts': ['account_outlook'],
    },
  },
  {
    reason: 'An organization decides what its people may do, and rows of memberships are locked or checked in place.',
    files: {
      'server/agents/assignments.ts': ['organization'],
      'server/agents/requests/requests.sql': ['organization_user'],
      'server/conversations/policies.ts': ['organization'],
      'server/conversations/transcripts.ts': ['organization'],
      'server/conversations/voice-sessions.ts': ['organization'],
      'server/messages/messages.sql': ['organization_user'],
      'server/results/memory/memory.ts': ['organization'],
    },
  },
  {
    reason: 'Billing knows accounts; the view over an account says who is behind it.',
    files: {
      'server/billing/bookings/receipts.ts': ['organization'],
      'server/billing/checkout/payers.ts': ['account_contact'],
      'server/billing/refunds/limits.ts': ['account_payer'],
      'server/billing/refunds/refund-requests.ts': ['organization'],
      'server/billing/subscriptions/subscriptions.ts': ['account_contact'],
    },
  },
  {
    reason: 'A list shows the names of what its rows refer to.',
    files: {
      'server/agents/admin-agents.ts': ['organization'],
      'server/agents/requests/requests.ts': ['organization', 'organization_user'],
      'server/images/images.sql': ['agent', 'business_registration', 'organization', 'pwa_setting', 'users'],
      'server/ledger/statement.ts': ['agent', 'credit_purchase', 'subscription_payment', 'voice_session'],
      'server/settings/settings.ts': ['users'],
    },
  },
]

const created = /^create (?:or replace )?(table|view|function) (?:if not exists )?(\w+)/gm
const named = /\b(?:from|join|into|update) (?:only )?([a-z_]+)\b(?!\s*\()/g
const called = /\b([a-z]+(?:_[a-z]+)+)\(/g
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|--.*$/gm

const subjectOf = (name: string) => name.split('/')[1] ?? ''

/** Returns the subject of each table, view and function. */
export function homesOf(files: SourceFile[]): Map<string, string> {
  return new Map(
    files
      .filter(({ name }) => /^server\/.*\.sql$/.test(name))
      .flatMap(({ name, text }) =>
        [...text.matchAll(created)].map(([, , what = '']) => [what, subjectOf(name)] as const),
      ),
  )
}

/** Returns what the statements of a file name above their subject, sorted. */
export function upwardNames({ name, text }: SourceFile, homes: Map<string, string>): string[] {
  const own = subjectOf(name)
  const granted = serverSubjects[`server/${own}`]
  if (!granted || name.includes('/migrations/') || name.includes('.test.')) return []
  const code = text.replaceAll(comments, '')
  const names = [...code.matchAll(named), ...code.matchAll(called)].map(([, what = '']) => what)
  return [...new Set(names)]
    .filter((what) => {
      const home = homes.get(what)
      return home !== undefined && home !== own && !granted.includes(`server/${home}`)
    })
    .toSorted()
}
