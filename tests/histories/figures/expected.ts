import type { World } from '../../kit/world/world.ts'

/** The owner's figures by plain arithmetic over whole tables, without the product's SQL: `figure|day|key`. */
export type Figures = Record<string, number[]>

const graceMs = 7 * 86_400_000

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Adds numbers under a key. */
function adder(figures: Figures) {
  return (figure: string, at: Date, key: string, ...numbers: number[]) => {
    const name = `${figure}|${dayOf(at)}|${key}`
    figures[name] = numbers.map((number, i) => number + (figures[name]?.[i] ?? 0))
  }
}

type AccountRow = { id: string; organization_id: number | null }

/** Returns every figure of every day up to a moment. */
export async function computeFigures({ sql }: Pick<World, 'sql'>, at: Date): Promise<Figures> {
  const figures: Figures = {}
  const accounts = new Map((await sql<AccountRow>('select * from account')).map((row) => [row.id, row]))
  type Registration = { stripe_invoice_id: string; payment_amount_cents: number }
  const registrations = await sql<Registration>('select * from business_registration')
  const services = new Map(registrations.map((row) => [row.stripe_invoice_id, row.payment_amount_cents]))
  await addMoney(sql, figures, accounts, services)
  for (const row of await sql<{ kind: string; amount_ms: unknown; at: Date }>('select * from entry')) {
    adder(figures)('minutes', row.at, row.kind, 1, Number(row.amount_ms))
  }
  await addTalk(sql, figures, services)
  await addSubscribers(sql, figures, accounts, at)
  return figures
}

type MonthRow = Record<'account_id' | 'tier', string> &
  Record<'period_ends_at' | 'created_at', Date> & { amount_cents: number; stripe_invoice_id: string | null }

type Accounts = Map<string, AccountRow>
async function addMoney(sql: World['sql'], figures: Figures, accounts: Accounts, services: Map<string, number>) {
  const add = adder(figures)
  type Bought = { created_at: Date; automatic: boolean; amount_cents: number }
  for (const row of await sql<Bought>('select * from credit_purchase')) {
    add('revenue', row.created_at, row.automatic ? 'auto_package' : 'package', 1, row.amount_cents)
  }
  for (const row of await sql<MonthRow>('select * from subscription_payment')) {
    const isPool = accounts.get(row.account_id)?.organization_id != null
    const service = services.get(row.stripe_invoice_id ?? '') ?? 0
    const kind = row.tier === 'seats' ? 'seats' : isPool ? 'plan' : 'access'
    add('revenue', row.created_at, kind, 1, row.amount_cents - service)
    if (service > 0) add('revenue', row.created_at, 'services', 1, service)
  }
  type Debt = { closed_at: Date; receipt_number: string | null; amount_cents: number }
  for (const row of await sql<Debt>('select * from debt')) {
    if (row.receipt_number !== null) add('revenue', row.closed_at, 'debt', 1, row.amount_cents)
  }
  type Back = { created_at: Date; kind: string; status: string; amount_cents: number }
  for (const row of await sql<Back>('select * from money_back')) {
    const counts = row.kind === 'refund' ? ['pending', 'succeeded'] : ['lost']
    if (counts.includes(row.status)) add('revenue', row.created_at, row.kind, 1, -row.amount_cents)
  }
}

type TalkTimes = { created_at: Date; connected_at: Date | null; ended_at: Date | null }
type TalkEnd = { is_test: boolean; agent_spoke: boolean; provider_ms: string | null; organization_id: number | null }
type TalkTexts = Record<'used_ms' | 'charged_ms' | 'credited_ms' | 'end_reason' | 'account_id' | 'agent_id', string>
type TalkRow = TalkTimes & TalkEnd & TalkTexts

type LotRow = { account_id: string; source_ref: string; granted_ms: string; price_cents: number; created_at: Date }

async function addTalk(sql: World['sql'], figures: Figures, services: Map<string, number>): Promise<void> {
  const add = adder(figures)
  const lots = Map.groupBy(await sql<LotRow>('select * from lot'), ({ account_id: id }) => id)
  for (const row of await sql<TalkRow>('select * from voice_session')) {
    if (!row.ended_at) continue
    const [charged, credited] = [Number(row.charged_ms), Number(row.credited_ms)]
    const measured = Number(row.provider_ms ?? row.used_ms)
    if (row.is_test) {
      add('test', row.ended_at, '', 1, measured)
    } else if (charged === 0) {
      const outcome = !row.connected_at ? 'not_started' : row.agent_spoke ? 'short' : 'silent'
      add('uncharged', row.ended_at, `${outcome}:${row.end_reason}`, 1, measured)
      if (outcome !== 'short') add('agent', row.ended_at, row.agent_id, 0, 0, 0, 0, 0, 1)
    } else {
      const given = (lots.get(row.account_id) ?? []).filter(
        (lot) => lot.created_at <= (row.ended_at as Date) && !lot.source_ref.startsWith('talk:'),
      )
      const ms = given.reduce((sum, lot) => sum + BigInt(lot.granted_ms), 0n)
      const priceOf = (lot: LotRow) => lot.price_cents - (services.get(lot.source_ref.replace('month:', '')) ?? 0)
      const cents = given.reduce((sum, lot) => sum + BigInt(priceOf(lot)), 0n)
      const income = ms === 0n ? 0 : Number((BigInt(charged - credited) * 1000n * cents) / ms)
      const numbers = [1, charged, credited, measured, income]
      add('talk', row.ended_at, '', ...numbers)
      add('agent', row.ended_at, row.agent_id, ...numbers, 0)
      add('organization', row.ended_at, String(row.organization_id ?? 'people'), ...numbers)
      const hour = (row.connected_at ?? row.created_at).toISOString().slice(11, 13)
      add('hour', row.ended_at, hour, 1, charged)
      add('ending', row.ended_at, row.end_reason, 1)
    }
  }
}

async function addSubscribers(sql: World['sql'], figures: Figures, accounts: Accounts, at: Date): Promise<void> {
  const add = adder(figures)
  const months = await sql<MonthRow>("select * from subscription_payment where tier <> 'seats' order by created_at, id")
  for (const [accountId, paid] of Map.groupBy(months, ({ account_id: id }) => id)) {
    const who = accounts.get(accountId)?.organization_id == null ? 'person' : 'organization'
    const first = dayOf(paid[0]?.created_at as Date).slice(0, 7)
    const seen = new Set<string>()
    let until = null as Date | null
    for (const { created_at: paidAt, period_ends_at: endsAt } of paid) {
      if (!until) add('subscriber', paidAt, `${who}:new`, 1)
      else if (paidAt.getTime() > until.getTime() + graceMs) {
        add('subscriber', until, `${who}:ended`, 1)
        add('subscriber', paidAt, `${who}:returned`, 1)
      }
      until = until && until > endsAt ? until : endsAt
      const month = dayOf(paidAt).slice(0, 7)
      if (!seen.has(month)) add('cohort', paidAt, `${who}:${first}`, 1)
      seen.add(month)
    }
    if (until && until <= at) add('subscriber', until, `${who}:ended`, 1)
  }
}
