import fs from 'node:fs'
import { readStatus, type ServiceName } from '#contract/status/status.ts'
import type { Reachable } from '#server/config.ts'
import { callFirst } from '#server/first-calls.ts'
import { createMailer } from '#server/messages/mails/mail.ts'
import { deleteOldStates, noteState } from '#server/status/service-states.ts'
import { createLook, type ServiceChecks } from '#server/status/watch.flow.ts'
import { beforeEach, expect, it, sharedWorld, vi } from '#tests/calls.ts'

/** The status page's figures: one history of real observations, from all processes (D155). */

const world = await sharedWorld()
beforeEach(() => world.sql('delete from service_state'))

const good: ServiceChecks = { voice: async () => {}, payments: async () => {}, mail: async () => {} }
const fail = () => Promise.reject(new Error('A fault for a test'))
const read = async () => (await world.visitor().call(readStatus)).services
const stateOf = async (name: ServiceName) => (await read()).find((service) => service.name === name)?.state

/** Notes what a process sees, in seconds from a fixed moment. */
function note(state: 'up' | 'down', atSeconds: number, sinceSeconds = atSeconds): Promise<void> {
  const moment = (seconds: number) => new Date(Date.UTC(2026, 4, 4, 8) + seconds * 1000)
  return world.services.database.write((tx) =>
    noteState(tx, { service: 'voice', state, since: moment(sinceSeconds), at: moment(atSeconds) }),
  )
}

/** Returns each state with its beginning and end, in the same seconds. */
async function stored(): Promise<string[]> {
  const rows = await world.sql<{ text: string }>(
    `select state || ' ' || extract(epoch from started_at - '2026-05-04T08:00Z')::int || '-' ||
       extract(epoch from seen_at - '2026-05-04T08:00Z')::int as text
     from service_state order by started_at, seen_at`,
  )
  return rows.map(({ text }) => text)
}

it.each<[string, given: string, expected: string[]]>([
  ['one row as long as a state goes on', 'up 0, up 7, up 30, up 37, up 60, up 67', ['up 0-67']],
  ['no change by a report that comes late', 'up 0, up 67, up 65', ['up 0-67']],
  [
    'an outage from the last good observation to the next one',
    'up 0, down 30, down 60, up 75, down 90, up 120, up 150',
    ['up 0-0', 'down 0-150', 'up 150-150'],
  ],
  ['no time in which no process looked', 'up 0, up 60, up 200, down 400', ['up 0-60', 'up 200-200', 'down 400-400']],
  [
    'one outage of two reports afterwards, and none where a third saw it work',
    'up 0, down 600 30, down 601 35, up 660, down 690 640',
    ['up 0-0', 'down 0-660', 'up 660-660'],
  ],
])('the history has %s', async (_title, given, expected) => {
  for (const report of given.split(', ')) {
    const [state, at, since = at] = report.split(' ')
    await note(state as 'up', Number(at), Number(since))
  }
  expect(await stored()).toEqual(expected)
})

it('is one history when processes write at once, and deleted after its days', async () => {
  await note('up', 0)
  await Promise.all(Array.from({ length: 8 }, (_, index) => note('down', 30 + index)))
  expect(await stored()).toEqual(['up 0-0', expect.stringMatching(/^down 0-/)])
  const { database } = world.services
  await database.write((tx) => deleteOldStates(tx, new Date(Date.UTC(2026, 7, 1, 23))))
  expect(await stored()).toHaveLength(2)
  await database.write((tx) => deleteOldStates(tx, new Date(Date.UTC(2026, 7, 2))))
  expect(await stored()).toEqual([])
})

it('the status says unknown before the first look, and shows nothing about the inside', async () => {
  const { status, headers, body } = await world.visitor().try(readStatus)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('private, max-age=15')
  const names = ['app', 'voice', 'payments', 'mail']
  expect(body.services).toMatchObject(names.map((name) => ({ name, state: 'unknown' })))
  expect(Object.keys(body.services[0] ?? {})).toEqual(['name', 'state', 'since', 'uptimePercent', 'days'])
  expect(Object.keys(body.services[0]?.days[0] ?? {})).toEqual(['date', 'observedMs', 'downMs'])
})

it('the status asks the real services', async () => {
  const { config, payments, voice } = world.services
  const mailer = createMailer(config.mail)
  const checks = { voice: () => voice.check(), payments: () => payments.check(), mail: () => mailer.check() }
  await createLook(world.services, checks)()
  expect((await read()).map(({ state }) => state)).toEqual(['up', 'up', 'up', 'up'])
  await world.sql('delete from service_state')
  await world.control({ apiFault: { stripe: 'error' } })
  await createLook(world.services, checks)()
  await world.control({ apiFault: { stripe: null } })
  mailer.close()
  expect([await stateOf('payments'), await stateOf('app')]).toEqual(['down', 'up'])
})

it('first calls name the variable of a dead key and of an address that does not answer', async () => {
  const { config } = world.services
  const dead: Reachable = {
    databaseUrl: 'postgres://luna@127.0.0.1:9/luna',
    databaseReadUrl: 'postgres://luna@127.0.0.1:9/replica',
    stripe: { ...config.stripe, mode: 'stripe', secretKey: 'sk_test_dead' },
    voice: { ...config.voice, mode: 'elevenlabs', apiKey: 'dead' },
    mail: { ...config.mail, mode: 'smtp', url: 'smtp://127.0.0.1:9' },
  }
  const { database, services } = await callFirst(dead, () => false)
  expect(database).toEqual([
    expect.stringMatching(/^DATABASE_URL: no PostgreSQL at 127\.0\.0\.1:9 \(ECONNREFUSED\)\. Start/),
  ])
  expect(services).toEqual([
    expect.stringMatching(/^DATABASE_READ_URL: no PostgreSQL at 127\.0\.0\.1:9 \(ECONNREFUSED\)\. Start/),
    expect.stringMatching(/^STRIPE_SECRET_KEY: Stripe refuses this key\. Copy/),
    expect.stringMatching(/^ELEVENLABS_API_KEY: ElevenLabs refuses this key\. Copy/),
    expect.stringMatching(/^SMTP_URL: the mail server cannot be reached \(.*ECONNREFUSED.*\)\. Check/),
  ])
  // Malformed ones are not tried, and neither are stand-ins.
  expect(await callFirst({ ...dead, databaseUrl: world.databaseUrl }, () => true)).toEqual({
    database: [],
    services: [],
  })
  expect(await callFirst(config, () => false)).toEqual({ database: [], services: [] })
})

it('a service that does not work is named by /readyz and by one warning a minute', async () => {
  const readiness = async () => (await world.visitor().request('GET', '/readyz')).body
  const warnings = () =>
    fs
      .readFileSync(world.logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes('A fault for a test')).length
  const before = warnings()
  const look = createLook(world.services, { ...good, voice: fail, mail: fail })
  for (const _ of [1, 2]) {
    await look()
    expect(await readiness()).toEqual({ status: 'ready', voice: 'away', degraded: ['mail', 'voice'] })
    expect([await stateOf('voice'), await stateOf('payments'), await stateOf('mail')]).toEqual(['down', 'up', 'down'])
    await world.sql(
      "update service_state set started_at = started_at - interval '21 s', seen_at = seen_at - interval '21 s'",
    )
  }
  expect(warnings() - before).toBe(2)
  await world.sql('delete from service_state')
  await createLook(world.services, good)()
  expect(await readiness()).toEqual({ status: 'ready', voice: 'up' })
})

it('a service is down after two failures, and asked once for all processes', async () => {
  const [payments, mail] = [vi.fn(good.payments), vi.fn(good.mail)]
  for (const _ of [1, 2]) await createLook(world.services, { ...good, payments, mail })()
  for (const check of [payments, mail]) expect(check).toHaveBeenCalledTimes(1)
  await world.sql('delete from service_state')
  let failures = 0
  const once = async () => (failures++ === 0 ? fail() : undefined)
  await createLook(world.services, { voice: fail, payments: once, mail: fail })()
  expect([await stateOf('voice'), await stateOf('payments'), await stateOf('mail')]).toEqual(['down', 'up', 'down'])
})

it('the status stores an outage of the database when it is over', async () => {
  const look = createLook(world.services, good)
  await look()
  await world.sql('alter table migration rename to migration_away')
  await look()
  await world.sql('alter table migration_away rename to migration')
  await look()
  const rows = await world.sql("select state from service_state where service = 'app' order by started_at, seen_at")
  expect(rows).toEqual([{ state: 'up' }, { state: 'down' }])
  const [app] = await read()
  expect(app?.days.at(-1)?.downMs).toBeGreaterThan(0)
})
