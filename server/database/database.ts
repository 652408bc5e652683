import pg from 'pg'
import { inTrace } from '../spans.ts'
import { checkHeld, prepareConnection, type Terms } from './connection.ts'
import { Replica } from './replica.ts'
import { createSql, firstValue, type LongRead, type Read, type Row, type Step, type Tx } from './sql.ts'

/**
 * Four handles: `read` for single short reads, `readLong` for longer ones, `step` for changes of one statement, `write`
 * for transactions of several.
 */
export interface Database {
  read: Read
  /** Runs on its own connections: everything behind a slow statement on a pipelined connection waits for it. */
  readLong: LongRead
  /** Runs one statement as its own transaction: one round trip, durable when it resolves. */
  step: Step
  /** Runs one short transaction. Commits when `work` resolves, rolls back when it throws. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Opens a separate connection that stays open, for advisory locks that live as long as the process. */
  openConnection(): Promise<pg.Client>
  /** Throws a ServiceProblem when a connection loses its role, its limits or its named statements. */
  check(): Promise<void>
  /** The plain pool, for libraries that bring their own statements. */
  pool: pg.Pool
  /** How much work waits for a free connection now; more than a moment of it means that the database is too slow. */
  waiting(): { short: number; long: number }
  /** Whether the replica served the last long read that asked it, and how many it has served; null without one. */
  replica(): { isUp: boolean; reads: number } | null
  end(): Promise<void>
}

const readerCount = 2
const poolSize = 8
/** Long reads that run at once. Further ones wait for a free place and are refused after 5 s. */
const longReadPlaces = 4
const reconnectMs = 200
/** A replica that does not answer must not hold up what the primary can answer. */
const replicaConnectMs = 1000
const tries = 3
/** Serialization failure and deadlock: PostgreSQL asks to run the whole transaction again. */
const retryCodes = new Set(['40001', '40P01'])

// Counts and milliseconds fit in a double; the driver would return them as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Connects with the restricted role that cannot change what is append-only. A statement that takes longer than 15 s is
 * canceled, unless `patientMs` allows more for commands that read everything. Long reads go to the replica, and to the
 * primary while it is away or too far behind.
 */
export function openDatabase(
  url: string,
  { patientMs = 15_000, replicaUrl = null }: { patientMs?: number; replicaUrl?: string | null } = {},
): Database {
  const settings: pg.ClientConfig = {
    connectionString: url,
    query_timeout: patientMs + 5000,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  }
  const writing: Terms = { patientMs, at: 'primary' }
  const pool = openPool({ ...settings, max: poolSize }, writing)
  const longReads = openPool({ ...settings, max: longReadPlaces }, { patientMs, at: 'any', plansEach: true })
  const readers = Array.from({ length: readerCount }, () => new Reader(settings, writing))
  const read = createSql((query) => {
    turn = (turn + 1) % readers.length
    return (readers[turn] as Reader).run(query)
  })
  const replica = replicaUrl
    ? openReplica({ ...settings, connectionString: replicaUrl, max: longReadPlaces }, read, patientMs)
    : null
  let turn = 0
  const openConnection = async () => {
    const client = new pg.Client(settings)
    client.on('error', () => {})
    await connect(client, writing)
    return client
  }
  return {
    read,
    readLong: Object.assign(
      createSql(async (query) => (await replica?.run(query)) ?? runAlone(longReads, query)),
      { mayTakeLong: true as const },
    ),
    step: Object.assign(
      createSql((query) => retry(() => runAlone(pool, query))),
      { mayWrite: true as const },
    ),
    write: (work) => inTrace({ name: 'transaction', kind: 'internal' }, () => retry(() => runTransaction(pool, work))),
    openConnection,
    check: async () => checkHeld(await openConnection(), writing),
    pool,
    replica: () => replica?.state ?? null,
    waiting: () => ({ short: pool.waitingCount, long: longReads.waitingCount }),
    end: async () => {
      await Promise.all([...readers.map((reader) => reader.end()), pool.end(), longReads.end(), replica?.end()])
    },
  }
}

/** Connects and prepares a client; ends one that cannot be used. */
async function connect(client: pg.Client, terms: Terms): Promise<void> {
  await client.connect()
  try {
    await prepareConnection(client, terms)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

function openPool(settings: pg.PoolConfig, terms: Terms): pg.Pool {
  const pool = new pg.Pool({ ...settings, onConnect: (client) => prepareConnection(client, terms) })
  pool.on('error', () => {})
  // A client that is checked out while PostgreSQL restarts has no other listener and would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Opens a pool that accepts only a replica of the database that `read` reads. */
function openReplica(settings: pg.PoolConfig, read: Read, patientMs: number): Replica {
  const pool = new pg.Pool({
    ...settings,
    connectionTimeoutMillis: replicaConnectMs,
    onConnect: async (client) => {
      const system = await firstValue(
        read<{ id: string }>`select system_identifier::text as id from pg_control_system()`,
      )
      await prepareConnection(client, { patientMs, at: { replicaOf: system ?? '' } })
    },
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Replica(pool, async () => {
    const position = await firstValue(read<{ at: string }>`select pg_current_wal_flush_lsn()::text as at`)
    return position ?? ''
  })
}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === tries || !retryCodes.has(errorCode(error))) throw error
    }
  }
}

async function runAlone(pool: pg.Pool, query: pg.QueryArrayConfig): Promise<pg.QueryArrayResult<unknown[]>> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await client.query<unknown[]>(query)
  } catch (error) {
    // After an error of PostgreSQL itself the connection is still good.
    if (error instanceof Error && !(error instanceof pg.DatabaseError)) broken = error
    throw error
  } finally {
    client.release(broken)
  }
}

async function runTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const tx = Object.assign(
      createSql((query) => client.query(query)),
      {
        mayWrite: true as const,
        transaction: true as const,
        mayTakeLong: true as const,
        execute: (text: string, values?: unknown[]) => client.query<Row>(text, values),
      },
    )
    const result = await work(tx)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw error
  } finally {
    client.release(broken)
  }
}

function errorCode(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
}

/** A pipelined connection that replaces itself when it breaks. */
class Reader {
  #settings: pg.ClientConfig
  #terms: Terms
  #connecting: Promise<pg.Client> | null = null
  #newest: pg.Client | null = null
  #lastFailureAt = 0
  #ended = false

  constructor(settings: pg.ClientConfig, terms: Terms) {
    this.#settings = settings
    this.#terms = terms
  }

  async run(query: pg.QueryArrayConfig): Promise<pg.QueryArrayResult<unknown[]>> {
    const client = await this.#client()
    return client.query<unknown[]>(query)
  }

  #client(): Promise<pg.Client> {
    this.#connecting ??= this.#connect()
    return this.#connecting
  }

  async #connect(): Promise<pg.Client> {
    if (this.#ended) throw new Error('The database connection has been closed')
    const pauseMs = this.#lastFailureAt + reconnectMs - performance.now()
    if (this.#lastFailureAt > 0 && pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const client = new pg.Client({ ...this.#settings, pipeline: true })
    this.#newest = client
    // A broken connection reports it twice. By the second time its successor may be under way and must be kept.
    const release = () => {
      if (this.#newest !== client) return
      this.#newest = null
      this.#lastFailureAt = performance.now()
      this.#connecting = null
    }
    client.on('error', release)
    client.on('end', release)
    try {
      await connect(client, this.#terms)
      return client
    } catch (error) {
      release()
      throw error
    }
  }

  async end(): Promise<void> {
    this.#ended = true
    const client = await this.#connecting?.catch(() => null)
    await client?.end()
  }
}
