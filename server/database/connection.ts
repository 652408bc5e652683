import pg from 'pg'
import { ServiceProblem } from '../outside.ts'

/** How many milliseconds a statement may take, and which kind of PostgreSQL is at the other end. */
export interface Terms {
  patientMs: number
  /**
   * Plans each statement for its own filters, for a millisecond more: a plan for any filter reads everything, one for the
   * filters given goes by their index.
   */
  plansEach?: boolean
  /** A `primary` can be written to; a `replica` follows the primary with this system identifier. */
  at: 'primary' | 'any' | { replicaOf: string }
}

/** PostgreSQL's own "cannot connect now", which callers answer with "temporarily unavailable". */
const cannotConnectNow = '57P03'
const lockMs = 10_000
const idleMs = 15_000

/**
 * Gives a new connection the restricted role that cannot change what is append-only, and its limits. Statements carry
 * them, because a pool such as PgBouncer ignores the options of a connection. Throws at a PostgreSQL of another kind,
 * such as a replica that is not promoted yet.
 */
export async function prepareConnection(
  client: pg.ClientBase,
  { patientMs, plansEach = false, at }: Terms,
): Promise<void> {
  const { rows } = await client.query<{ isReplica: boolean; system: string }>({
    text: `select set_config('role', 'luna_app', false), set_config('timezone', 'UTC', false),
        set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
        set_config('idle_in_transaction_session_timeout', $3, false), set_config('plan_cache_mode', $4, false),
        pg_is_in_recovery() as "isReplica", (select system_identifier::text from pg_control_system()) as system`,
    values: [String(patientMs), String(lockMs), String(idleMs), plansEach ? 'force_custom_plan' : 'auto'],
  })
  const { isReplica, system } = rows[0] as { isReplica: boolean; system: string }
  if (at === 'any' || (at === 'primary' && !isReplica)) return
  if (at !== 'primary' && isReplica && system === at.replicaOf) return
  const what = at === 'primary' ? 'a replica, which cannot be written to' : 'no replica of this database'
  throw Object.assign(new Error(`this PostgreSQL is ${what}`), { code: cannotConnectNow })
}

/**
 * Checks that a connection keeps role and limits, by a named statement. Throws a ServiceProblem otherwise: the server
 * would work as the owner, who may change the ledger. Ends the connection.
 */
export async function checkHeld(client: pg.Client, { patientMs }: Pick<Terms, 'patientMs'>): Promise<void> {
  const expected = { role: 'luna_app', statementMs: patientMs, lockMs, idleMs }
  try {
    for (let time = 0; time < 2; time++) {
      const { rows } = await client.query<Record<string, unknown>>({
        name: 'held',
        text: `select current_user as role,
            (select setting::int from pg_settings where name = 'statement_timeout') as "statementMs",
            (select setting::int from pg_settings where name = 'lock_timeout') as "lockMs",
            (select setting::int from pg_settings where name = 'idle_in_transaction_session_timeout') as "idleMs"`,
      })
      const lost = Object.entries(expected).filter(([name, value]) => rows[0]?.[name] !== value)
      const words = lost.map(([name, value]) => `${name} is ${String(rows[0]?.[name])} and must be ${value}`)
      if (lost.length > 0)
        throw new ServiceProblem(`DATABASE_URL: a connection loses its settings: ${words.join(', ')}.`)
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Checks with two connections that each keeps its backend. A pool that changes it hands out the one that was released
 * last, or first: each order of release shows one of them.
 */
async function checkBackends(one: pg.Client, other: pg.Client): Promise<void> {
  const readBackend = async (client: pg.Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  try {
    const seen = new Map<pg.Client, Set<number | undefined>>([one, other].map((client) => [client, new Set()]))
    const ends = [
      [one, other],
      [other, one],
      [one, other],
    ]
    for (const clients of ends) {
      await one.query('begin')
      await other.query('begin')
      for (const client of clients) seen.get(client)?.add(await readBackend(client))
      for (const client of clients) await client.query('commit')
    }
    if ([...seen.values()].some((backends) => backends.size > 1)) throw new ServiceProblem(changing)
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => {})))
  }
}

const changing =
  'this pool changes the connection between transactions, so role, time limits and named statements would be lost. Let PgBouncer use pool_mode = session, or name PostgreSQL itself.'

/** PostgreSQL's own codes, in words about its address. */
const refusals: Record<string, string> = {
  '28P01': 'PostgreSQL refuses this user or password.',
  '28000': 'PostgreSQL refuses this user.',
  '3D000': 'PostgreSQL has no database of this name. Create it, or correct the name.',
}

/**
 * Connects, and checks that what a connection sets stays with it. Throws a ServiceProblem that begins with the variable
 * when that does not work.
 */
export async function tryDatabase(url: string, limitMs: number, variable = 'DATABASE_URL'): Promise<void> {
  const open = () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: limitMs, query_timeout: limitMs })
    client.on('error', () => {})
    return client
  }
  const [one, other] = [open(), open()]
  try {
    await one.connect()
    await other.connect()
    await checkBackends(one, other)
  } catch (error) {
    const { code = '', message = '' } = error as { code?: string; message?: string }
    const { host, port } = one
    const why =
      error instanceof ServiceProblem
        ? message
        : (refusals[code] ?? `no PostgreSQL at ${host}:${port} (${code || message}). Start it, or correct the address.`)
    throw new ServiceProblem(`${variable}: ${why}`, { cause: error })
  }
}
