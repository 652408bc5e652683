import pg from 'pg'
import type { Call, Schema } from '#contract/call.ts'
import { calls } from '#contract/index.ts'
import { isDuty } from '#contract/identity/staff.ts'
import { auditBooks, auditLimitMs, countBroken, findAuditSpan } from '#server/audit/invariants.ts'
import { openDatabase } from '#server/database/database.ts'
import { type Crowd, fillWithCrowd, fillWithPayments } from './crowd/fill.ts'
import { rollAllDays } from './overview.ts'
import { callAs, signIn, startLuna } from './people.ts'
import { findSubjects, letIn } from './readings.ts'
import { inTurns, percentile, plain, type Row } from './report.ts'

/** The platform that every read must carry: a million people with twenty million conversations. */
const wholePlatform: Crowd = { people: 1_000_000, organizations: 200_000, agents: 500, sessions: 20_000_000 }
const wholePayments = 1_000_000
const rounds = 20
/** Readings above twice the goal are late after fewer rounds, too. */
const roundsOfSlow = 3
const mostMs = 20_000
const goalMs = 200
const mostRows = 50

/**
 * Fills a platform with this part of a million people and measures each GET of the contract for the panel, a person and
 * an organization: as it opens, in each order, with each filter, with searches, and far behind, as a file reads on.
 */
export async function benchScale(part: number): Promise<Row[]> {
  const luna = await startLuna()
  const owner = new pg.Client({ connectionString: luna.databaseUrl })
  try {
    await owner.connect()
    const startedAt = performance.now()
    const crowd = divide(wholePlatform, part)
    await fillWithCrowd(owner, crowd)
    const rows = [plain(`Filling 1/${part} of a million people`, (performance.now() - startedAt) / 1000, ' s')]
    await rollAllDays(luna.databaseUrl, new Date())
    const subjects = await findSubjects(owner)
    const asked = { url: luna.url, owner, behind: crowd.people * 0.9, ...subjects }
    const admin = await signIn(luna.url, 'admin@luna.test')
    const talker = await signIn(luna.url, await letIn(owner, subjects.talkerId))
    const isForStaff = ({ who, path }: Call) => isDuty(who) && !isAboutPayments(path)
    const isForTeam = ({ who }: Call) => who.startsWith('organization_')
    const isForPeople = ({ who }: Call) => ['anyone', 'person', 'access'].includes(who)
    rows.push(...(await measureAll('Panel', { ...asked, cookie: admin }, isForStaff)))
    rows.push(...(await measureAll('Organization', { ...asked, cookie: admin }, isForTeam)))
    rows.push(...(await measureAll('Person', { ...asked, cookie: talker }, isForPeople)))
    rows.push(await measureArchive(luna.url, talker))
    rows.push(...(await measureAudit(luna.databaseUrl, owner, crowd.sessions)))
    await fillWithPayments(owner, wholePayments / part)
    rows.push(...(await measureAll('Payments', { ...asked, cookie: admin }, ({ path }) => isAboutPayments(path))))
    return rows
  } finally {
    await owner.end()
    await luna.stop()
  }
}

function divide({ agents, people, organizations, sessions }: Crowd, part: number): Crowd {
  return { agents, people: people / part, organizations: organizations / part, sessions: sessions / part }
}

const isAboutPayments = (path: string) => path.startsWith('/api/admin/payments')

/** Returns how long the archive of the person with the most conversations took, which a job makes in the background. */
async function measureArchive(url: string, cookie: string): Promise<Row> {
  const startedAt = performance.now()
  await callAs(url, cookie, 'POST', '/api/account/export')
  for (let isReady = false; !isReady;) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    const { body } = await callAs(url, cookie, 'GET', '/api/account/export')
    isReady = (body as { export: { state: string } | null }).export?.state === 'ready'
  }
  return plain('Person: the archive of all data, made by a job', performance.now() - startedAt, ' ms')
}

/** Returns how long the audit of all accounts takes, and the one of an hour in which as many talked as in an average one. */
async function measureAudit(url: string, owner: pg.Client, sessions: number): Promise<Row[]> {
  const database = openDatabase(url, { patientMs: auditLimitMs })
  const audit = async (since: number | null) => {
    const startedAt = performance.now()
    const broken = countBroken(await auditBooks(database.readLong, new Date(), since))
    if (broken > 0) throw new Error(`The audit of the crowd found ${broken} broken rows`)
    return (performance.now() - startedAt) / 1000
  }
  try {
    const whole = await audit(null)
    const { until } = await findAuditSpan(database.read, new Date())
    const { rowCount } = await owner.query(
      `update account set last_seq = last_seq where id in (
        select account_id from voice_session order by ended_at desc limit $1)`,
      [Math.ceil(sessions / 365 / 24)],
    )
    const hourly = await audit(until)
    return [
      plain('The audit of all accounts, once a day', whole, ' s'),
      plain(`The audit of an hour in which ${rowCount} accounts changed`, hourly, ' s', '<= 60 s'),
    ]
  } finally {
    await database.end()
  }
}

interface Asked {
  url: string
  owner: pg.Client
  cookie: string
  organizationId: number
  talkerId: string
  /** Where a file reads on, in rows, near the end of the longest lists. */
  behind: number
}

/** Returns how many readings there are, how many are late, and the slowest of each call. */
async function measureAll(name: string, asked: Asked, isWanted: (call: Call) => boolean): Promise<Row[]> {
  const measured: Row[] = []
  const slowest: Row[] = []
  const unanswered: string[] = []
  for (const { call } of calls) {
    if (call.method !== 'GET' || !isWanted(call)) continue
    const path = await fillPath(asked, call)
    const answer = path ? await get(asked, path) : null
    if (!path || answer?.status !== 200) {
      unanswered.push(call.path)
      continue
    }
    const ofCall: Row[] = []
    for (const query of queriesOf(call, answer.headers, asked.behind)) ofCall.push(await measure(asked, path, query))
    measured.push(...ofCall)
    slowest.push(...bySlowness(ofCall).slice(0, 1))
    // A run takes a while, and one that is stopped has said what it found.
    console.log(`${ofCall.length} of ${path}, at most ${Math.max(...ofCall.map(({ value }) => value)).toFixed(0)} ms`)
  }
  const late = bySlowness(measured).filter(({ value }) => value > goalMs)
  console.log(`${name}: not measured, because nothing is there: ${unanswered.join(', ') || 'none'}`)
  return [
    plain(`${name}: readings measured`, measured.length, ''),
    plain(`${name}: readings above ${goalMs} ms`, late.length, '', '<= 0'),
    ...late,
    ...bySlowness(slowest).filter((row) => !late.includes(row)),
  ]
}

function bySlowness(rows: Row[]): Row[] {
  return rows.toSorted((a, b) => b.value - a.value)
}

async function measure(asked: Asked, path: string, query: string): Promise<Row> {
  const separator = path.includes('?') ? '&' : '?'
  const whole = query ? `${path}${separator}${query}` : path
  const read = () => get(asked, whole)
  const reference = () => asked.owner.query('select count(*) from agent')
  await read()
  const startedAt = performance.now()
  const { status } = await read()
  const isSlow = performance.now() - startedAt > 2 * goalMs
  if (!isSlow) await read()
  const [took, byHand] = await inTurns(isSlow ? roundsOfSlow : rounds, read, reference)
  const value = percentile(took, 0.95)
  return {
    name: `GET ${whole}, p95 (p50 ${percentile(took, 0.5).toFixed(0)}${status === 200 ? '' : `, answered ${status}`})`,
    value,
    unit: ' ms',
    ratio: value / percentile(byHand, 0.95),
    goal: `<= ${goalMs} ms`,
  }
}

async function get({ url, cookie }: Asked, path: string): Promise<Pick<Response, 'status' | 'headers'>> {
  try {
    const response = await fetch(url + path, { headers: { cookie }, signal: AbortSignal.timeout(mostMs) })
    await response.arrayBuffer()
    return response
  } catch {
    return { status: 0, headers: new Headers() }
  }
}

/** Returns a call's path for the subjects of the measurement, with the query that it requires; null without a subject. */
async function fillPath(asked: Asked, call: Call): Promise<string | null> {
  let path = call.path
  for (const [named, name = ''] of call.path.matchAll(/:(\w+)/g)) {
    const isPerson = path.includes('/users/:')
    const known = name === 'organizationId' || path.includes('organizations/:id') ? asked.organizationId : null
    const id =
      known ?? (isPerson ? asked.talkerId : await firstOf(asked, path.slice(0, path.indexOf(`/${named}`)), name))
    if (id === null) return null
    path = path.replace(named, String(id))
  }
  const shape = shapeOf(call.query)
  const known: Record<string, string> = {
    organizationId: String(asked.organizationId),
    timeZone: 'UTC',
    days: '90',
    month: new Date().toISOString().slice(0, 7),
    q: 'zhang',
  }
  const required = Object.entries(shape).flatMap(([name, schema]) => {
    if (name !== 'organizationId' && schema._zod.optin === 'optional') return []
    const value = known[name] ?? optionsOf(schema)[0]
    return value === undefined ? [] : [`${name}=${value}`]
  })
  if (call.who.startsWith('organization_') && !call.path.includes(':organizationId') && !('organizationId' in shape))
    required.push(`organizationId=${asked.organizationId}`)
  return required.length > 0 ? `${path}?${required.join('&')}` : path
}

/** Returns what names the first row of a list, under the name of a path's parameter or as its id. */
async function firstOf({ url, cookie, organizationId }: Asked, list: string, name: string): Promise<string | null> {
  const response = await fetch(`${url}${list}?organizationId=${organizationId}`, { headers: { cookie } })
  const body: unknown = response.ok ? await response.json() : null
  const [first] = Array.isArray(body) ? (body as Record<string, string>[]) : []
  return first?.[name] ?? first?.['id'] ?? null
}

/** Returns the queries of one call: as it opens, in each order, with each filter, with searches, and far behind. */
function queriesOf({ query }: Call, headers: Headers, behind: number): string[] {
  const shape = shapeOf(query)
  const page = 'limit' in shape ? `limit=${mostRows}&` : ''
  const has = (name: string) => name in shape
  const single = Object.entries(shape).flatMap(([name, schema]) =>
    optionsOf(schema).map((option) => `${page}${name}=${encodeURIComponent(option)}`),
  )
  const total = Number(headers.get('x-total-count') ?? 0)
  return [
    page,
    ...single,
    ...(has('search') ? ['zhang', 'SOREN', 'ana m', 'no such words'].map((words) => `${page}search=${words}`) : []),
    ...(has('offset') && total > mostRows ? [`${page}offset=${Math.min(total, 10_000) - mostRows}`] : []),
    ...(has('offset') ? [''] : []),
    ...(headers.has('x-total-more') ? [`after=${Buffer.from(String(behind)).toString('base64url')}`] : []),
    ...(has('days') ? [`${page}days=90`] : []),
  ].map((one) => one.replace(/&$/, ''))
}

function shapeOf(schema: Schema | undefined): Record<string, Schema> {
  const def = schema?._zod.def
  return def && 'shape' in def ? (def.shape as Record<string, Schema>) : {}
}

/** Returns the values of an enumeration; nothing of any other schema. */
function optionsOf(schema: Schema): string[] {
  const { def } = schema._zod
  if ('innerType' in def) return optionsOf(def.innerType as Schema)
  return 'entries' in def ? Object.values(def.entries as Record<string, string>) : []
}
