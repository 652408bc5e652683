import pg from 'pg'
import { fillWithCrowd, grownPlatform } from './crowd/fill.ts'
import { callAs, startLuna } from './people.ts'
import { inTurns, percentile, type Row } from './report.ts'

/** Enough for every connection to settle on its plan. */
const warmUps = 14

/** Opens a Luna that has grown, to which nothing else has written, for as long as it is measured. */
export async function onGrownPlatform(
  work: (owner: pg.Client, url: string, databaseUrl: string) => Promise<Row[]>,
): Promise<Row[]> {
  const luna = await startLuna()
  const owner = new pg.Client({ connectionString: luna.databaseUrl })
  try {
    await owner.connect()
    await fillWithCrowd(owner, grownPlatform)
    return await work(owner, luna.url, luna.databaseUrl)
  } finally {
    await owner.end()
    await luna.stop()
  }
}

/** A call that reads, as one person, and a query that no answer can do without. */
export interface Reading {
  name: string
  path: string
  url: string
  cookie: string
  reference: () => Promise<unknown>
  rounds: number
  goal: string
}

/** Measures a call through HTTP and its reference on a connection of its own, taking turns. */
export async function measureReading({ name, path, url, cookie, reference, rounds, goal }: Reading): Promise<Row> {
  const call = () => callAs(url, cookie, 'GET', path)
  const startedAt = performance.now()
  await call()
  const firstMs = performance.now() - startedAt
  for (let i = 0; i < warmUps; i++) await call()
  await reference()
  const [called, byHand] = await inTurns(rounds, call, reference)
  const value = percentile(called, 0.95)
  return {
    name: `${name}, p95 (p50 ${percentile(called, 0.5).toFixed(0)}, first ${firstMs.toFixed(0)} ms)`,
    value,
    unit: ' ms',
    ratio: value / percentile(byHand, 0.95),
    goal,
  }
}

/** The organization and the person with the most conversations, as which a grown platform is measured. */
interface Subjects {
  organizationId: number
  talkerId: string
}

export async function findSubjects(owner: pg.Client): Promise<Subjects> {
  const most = (column: string) =>
    `(select ${column} from voice_session where ${column} is not null group by 1 order by count(*) desc limit 1)`
  const { rows } = await owner.query<Subjects>(
    `select ${most('organization_id')} as "organizationId", ${most('user_id')} as "talkerId"`,
  )
  if (!rows[0]) throw new Error('The bench found nobody')
  return rows[0]
}

/** Gives a person the demo password and a confirmed address. Returns the address to sign in with. */
export async function letIn(owner: pg.Client, userId: string): Promise<string> {
  const { rows } = await owner.query<{ email: string }>(
    `update users set password_hash = demo.password_hash, email_verified = true from users as demo
     where demo.email = 'admin@luna.test' and users.id = $1 returning users.email`,
    [userId],
  )
  return rows[0]?.email ?? ''
}
