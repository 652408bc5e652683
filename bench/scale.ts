import pg from 'pg'
import type { Call, Schema } from '#contract/call.ts'
import { calls } from '#contract/index.ts'
import { isDuty } from '#contract/identity/staff.ts'
import { type Crowd, fillWithCrowd, fillWithPayments } from './crowd/fill.ts'
import { findSubjects, letIn } from './readings.ts'
import { signIn, startLuna } from './people.ts'
import { inTurns, percentile, plain, type Row } from './report.ts'

/** The platform that every read must carry: a million people with twenty million conversations. */
const wholePlatform: Crowd = { people: 1_000_000, organizations: 200_000, agents: 500, sessions: 20_000_000 }
const wholePayments = 1_000_000
const rounds = 20
const goalMs = 200
const mostRows = 50

/**
 * Fills a platform with this part of a million people and measures each GET of the contract for the panel, a person and
 * an organization: as it opens, in each order, with each filter, with searches and far behind.
 */
export async function benchScale(part: number): Promise<Row[]> {
  const luna = await startLuna()
  const owner = new pg.Client({ connectionString: luna.databaseUrl })
  try {
    await owner.connect()
    const startedAt = performance.now()
    await fillWithCrowd(owner, divide(wholePlatform, part))
    const filled = plain(`Filling 1/${part} of a million people`, (performance.now() - startedAt) / 1000, ' s')
    const subjects = await findSubjects(owner)
    const asked = { url: luna.url, owner, ...subjects }
    const admin = await signIn(luna.url, 'admin@luna.test')
    const talker = await signIn(luna.url, await letIn(owner, subjects.talkerId))
    const rows = [filled]
    const isForStaff = ({ who, path }: Call) => isDuty(who) && !isAboutPayments(path)
    const isForTeam = ({ who }: Call) => who.startsWith('organization_')
    rows.push(...(await measureAll('Panel', { ...asked, cookie: admin }, isForStaff)))
    rows.push(...(await measureAll('Organization', { ...asked, cookie: admin }, isForTeam)))
    rows.push(...(await measureAll('Person', { ...asked, cookie: talker }, ({ who }) => who === 'person')))
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

interface Asked {
  url: string
  owner: pg.Client
  cookie: string
  organizationId: number
  talkerId: string
}

/** Returns how many readings there are, the slowest of them, and each that is slower than the goal. */
async function measureAll(name: string, asked: Asked, isWanted: (call: Call) => boolean): Promise<Row[]> {
  const measured: Row[] = []
  const unanswered: string[] = []
  for (const { call } of calls) {
    if (call.method !== 'GET' || !isWanted(call)) continue
    const path = await fillPath(asked, call)
    const answer = path ? await get(asked, path) : null
    if (!path || !answer?.ok) {
      unanswered.push(call.path)
      continue
    }
    for (const query of queriesOf(call, Number(answer.headers.get('x-total-count') ?? 0))) {
      measured.push(await measure(asked, path, query))
    }
  }
  const slowest = measured.toSorted((a, b) => b.value - a.value)
  const late = slowest.filter(({ value }) => value > goalMs)
  console.log(`${name}: not measured, because nothing is there: ${unanswered.join(', ') || 'none'}`)
  return [
    plain(`${name}: readings measured`, measured.length, ''),
    plain(`${name}: readings above ${goalMs} ms`, late.length, '', '0'),
    ...slowest.slice(0, Math.max(5, late.length)),
  ]
}

async function measure(asked: Asked, path: string, query: string): Promise<Row> {
  const separator = path.includes('?') ? '&' : '?'
  const whole = query ? `${path}${separator}${query}` : path
  const read = () => get(asked, whole)
  const { status } = await read()
  for (let i = 0; i < 3; i++) await read()
  const [took, reference] = await inTurns(rounds, read, () => asked.owner.query('select count(*) from agent'))
  const value = percentile(took, 0.95)
  const failed = status >= 400 ? `, answered ${status}` : ''
  return {
    name: `GET ${whole}, p95 (p50 ${percentile(took, 0.5).toFixed(0)}${failed})`,
    value,
    unit: ' ms',
    ratio: value / percentile(reference, 0.95),
    goal: `<= ${goalMs} ms`,
  }
}

async function get({ url, cookie }: Asked, path: string): Promise<Response> {
  const response = await fetch(url + path, { headers: { cookie } })
  await response.arrayBuffer()
  return response
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
  const required = [
    'organizationId' in shape && `organizationId=${asked.organizationId}`,
    'timeZone' in shape && 'timeZone=UTC',
  ].filter(Boolean)
  return required.length > 0 ? `${path}?${required.join('&')}` : path
}

/** Returns what names the first row of a list, under the name of a path's parameter or as its id. */
async function firstOf({ url, cookie }: Asked, list: string, name: string): Promise<string | null> {
  const response = await fetch(`${url}${list}`, { headers: { cookie } })
  const body: unknown = response.ok ? await response.json() : null
  const [first] = Array.isArray(body) ? (body as Record<string, string>[]) : []
  return first?.[name] ?? first?.['id'] ?? null
}

/** Returns the queries of one call: as it opens, in each order, with each filter, with searches, and at the end of its pages. */
function queriesOf({ query }: Call, total: number): string[] {
  const shape = shapeOf(query)
  const page = 'limit' in shape ? `limit=${mostRows}&` : ''
  const has = (name: string) => name in shape
  const single = Object.entries(shape).flatMap(([name, schema]) =>
    optionsOf(schema).map((option) => `${page}${name}=${encodeURIComponent(option)}`),
  )
  return [
    page,
    ...single,
    ...(has('search') ? ['zhang', 'SOREN', 'ana m', 'no such words'].map((words) => `${page}search=${words}`) : []),
    ...(has('offset') && total > mostRows ? [`${page}offset=${Math.min(total, 10_000) - mostRows}`] : []),
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
