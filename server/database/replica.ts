import pg from 'pg'

/** How long a read waits until the replica has everything that was committed before it. */
const catchUpMs = 300
const pollMs = 10
/** How long a replica that is away or behind is left in peace. */
const restMs = 5000
/** A replica answers with these where the primary could serve the read, such as at a conflict with what it replays. */
const conflictCodes = new Set(['40001', '57P01', '57P02', '57P03', '53300', '25006'])

type Result = pg.QueryArrayResult<unknown[]>

/** Reads at a streaming replica, as long as it shows what is committed at the primary. */
export class Replica {
  readonly #pool: pg.Pool
  readonly #readPosition: () => Promise<string>
  #restsUntil = 0
  #isUp = true
  #reads = 0

  /** `readPosition` returns up to where the primary has committed. */
  constructor(pool: pg.Pool, readPosition: () => Promise<string>) {
    this.#pool = pool
    this.#readPosition = readPosition
  }

  /** Whether the last read could be served there, and how many were. */
  get state(): { isUp: boolean; reads: number } {
    return { isUp: this.#isUp, reads: this.#reads }
  }

  /**
   * Returns what a statement finds, everything included that was committed before; null when the replica is away or too
   * far behind, and the primary has to answer.
   */
  async run(query: pg.QueryArrayConfig): Promise<Result | null> {
    const now = performance.now()
    if (now < this.#restsUntil) return null
    // Only one read in a while finds out whether it is back.
    if (!this.#isUp) this.#restsUntil = now + restMs
    const position = await this.#readPosition()
    const result = await this.#runAt(position, query)
    this.#isUp = result !== null
    this.#restsUntil = result ? 0 : performance.now() + restMs
    if (result) this.#reads++
    return result
  }

  async #runAt(position: string, query: pg.QueryArrayConfig): Promise<Result | null> {
    let client: pg.PoolClient | undefined
    let broken: Error | undefined
    try {
      client = await this.#pool.connect()
      return (await hasReached(client, position)) ? await client.query<unknown[]>(query) : null
    } catch (error) {
      const isAnswer = error instanceof pg.DatabaseError
      if (isAnswer && !conflictCodes.has(error.code ?? '')) throw error
      if (!isAnswer) broken = error as Error
      return null
    } finally {
      client?.release(broken)
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

async function hasReached(client: pg.PoolClient, position: string): Promise<boolean> {
  const startedAt = performance.now()
  for (;;) {
    // A promoted replica follows nobody.
    const { rows } = await client.query<{ isThere: boolean }>({
      name: 'replica-has-reached',
      text: 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as "isThere"',
      values: [position],
    })
    if (rows[0]?.isThere) return true
    if (performance.now() - startedAt > catchUpMs) return false
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
