import type pg from 'pg'
import { fillWithPayments } from './crowd/fill.ts'
import { signIn } from './people.ts'
import { findSubjects, letIn, measureReading, onGrownPlatform } from './readings.ts'
import type { Row } from './report.ts'

const rounds = 20

/** The least that a list costs: a page of people by their key, with how many there are. */
const pageByHand = `
  select (select count(*) from users) as total, users.*, account.* from users
  join account on account.user_id = users.id order by users.id limit 50`

/** Measures the lists of the admin panel on a grown platform, and the longest reads of members and people. */
export function benchAdmin(): Promise<Row[]> {
  return onGrownPlatform(async (owner, url) => {
    const { organizationId, talkerId } = await findSubjects(owner)
    const admin = await signIn(url, 'admin@luna.test')
    const talker = await signIn(url, await letIn(owner, talkerId))
    const rows: Row[] = []
    const measure = async (cookie: string, goal: string, readings: Record<string, string>) => {
      for (const [name, path] of Object.entries(readings)) {
        const reference = () => owner.query(pageByHand)
        rows.push(await measureReading({ name, path: `/api/${path}`, url, cookie, reference, rounds, goal }))
      }
    }
    await measure(admin, '<= 150 ms', { ...lists, ...readsOf(organizationId) })
    await measure(talker, '<= 150 ms', ownReads)
    await fillWithPayments(owner, 200_000)
    await measure(admin, '<= 200 ms', paymentLists(await findPayment(owner)))
    return rows
  })
}

/** The lists as they open, their searches, their most expensive sorts and last pages. */
const lists = {
  Users: 'admin/users?limit=50',
  'Users, by credits': 'admin/users?limit=50&sort=-credits',
  'Users, last page': 'admin/users?limit=50&offset=9950',
  'Users, search': 'admin/users?limit=50&search=zhang',
  'Users, a page of the file': 'admin/users?limit=500&offset=9500',
  Agents: 'admin/agents?limit=50',
  'Agents, by sessions': 'admin/agents?limit=50&sort=-sessions',
  'Agents, by rating': 'admin/agents?limit=50&sort=-rating',
  'Agents, search': 'admin/agents?limit=50&search=coach',
  Organizations: 'organizations?limit=50',
  'Organizations, by members': 'organizations?limit=50&sort=-members',
  'Organizations, last page': 'organizations?limit=50&offset=1950',
  'Organizations, search': 'organizations?limit=50&search=labs',
  Requests: 'admin/agent-requests?limit=50',
  'Requests, by organization': 'admin/agent-requests?limit=50&sort=organization',
  'Requests, search': 'admin/agent-requests?limit=50&search=zhang',
  Communications: 'admin/communications?limit=50',
  'Communications, unread': 'admin/communications?limit=50&box=unread',
  'Communications, search': 'admin/communications?limit=50&search=invoice',
  Acts: 'admin/audit?limit=50',
  'Acts, by target': 'admin/audit?limit=50&sort=target',
  'Acts, search': 'admin/audit?limit=50&search=credits',
}

/** The figures over all conversations of an organization. */
function readsOf(organizationId: number) {
  const of = `organizationId=${organizationId}`
  return {
    'Organization, a year of usage': `organization/usage?days=366&timeZone=UTC&${of}`,
    'Organization, last 50 sessions': `organization/sessions?limit=50&${of}`,
    'Organization, 1,000 sessions': `organization/sessions?limit=1000&${of}`,
  }
}

const ownReads = {
  'Own sessions': 'user/sessions',
  'Own talk time, 90 days': 'user/talk-time?days=90&timeZone=UTC',
}

/** Payments as the list opens, each search, filter and sort, and pages far behind. */
function paymentLists({ id, paymentIntentId, receiptNumber, lastFour }: SearchedPayment) {
  const queries = {
    'as they open': '',
    'last page': 'offset=199000',
    'search by receipt': `search=L-${receiptNumber}`,
    'search by id': `search=${id}`,
    'search by id at Stripe': `search=${paymentIntentId}`,
    'search by last four': `search=${lastFour}`,
    'search by person': 'search=zhang',
    'search by amount': 'search=%2495',
    paid: 'state=paid',
    open: 'state=open',
    refunded: 'state=refunded',
    disputed: 'state=disputed',
    renewals: 'kind=renewal',
    orders: 'kind=order',
    'by amount': 'sort=-amount',
    'by amount, far': 'sort=amount&offset=150000',
    'by payer': 'sort=payer',
    'by payer, far': 'sort=-payer&offset=150000',
    'paid renewals by amount, far': 'kind=renewal&state=paid&sort=-amount&offset=80000',
  }
  const paths = Object.entries(queries).map(([name, query]) => [
    `Payments, ${name}`,
    `admin/payments?limit=25&${query}`,
  ])
  return Object.fromEntries(paths) as Record<string, string>
}

interface SearchedPayment {
  id: string
  paymentIntentId: string
  receiptNumber: number
  lastFour: string
}

async function findPayment(owner: pg.Client): Promise<SearchedPayment> {
  const { rows } = await owner.query<SearchedPayment>(`
    select checkout.id, checkout.stripe_payment_intent_id as "paymentIntentId", receipt_number as "receiptNumber",
      right(paid_with, 4) as "lastFour"
    from checkout join credit_purchase using (stripe_payment_intent_id) order by receipt_number desc limit 1`)
  if (!rows[0]) throw new Error('The bench found no payment')
  return rows[0]
}
