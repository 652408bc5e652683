import { startServer } from '#server/main.ts'
import { expect, it, ownWorld, tags } from '#tests/calls.ts'

const world = await ownWorld()

const upkeeps = () => world.sql<{ state: string }>("select state::text from pgboss.job where name = 'upkeep'")
const states = async () => (await upkeeps()).map(({ state }) => state)

/** Returns the most upkeeps requested within a clock hour; these tests may cross one. */
async function mostInAnHour(): Promise<number> {
  const hours = await world.sql<{ count: number }>(
    "select count(*)::integer as count from pgboss.job where name = 'upkeep' group by date_trunc('hour', created_on)",
  )
  return Math.max(...hours.map(({ count }) => count))
}

/** Makes every upkeep of this world wait at its first call to the payment provider. */
function holdUp() {
  const { payments } = world.services
  const { listMadePayments } = payments
  const gate = Promise.withResolvers<undefined>()
  const seen = { now: 0, most: 0, all: 0 }
  payments.listMadePayments = async function* (since) {
    seen.all++
    seen.most = Math.max(seen.most, ++seen.now)
    await gate.promise
    seen.now--
    yield* listMadePayments(since)
  }
  return {
    seen,
    letGo: () => {
      gate.resolve(undefined)
      payments.listMadePayments = listMadePayments
    },
  }
}

it('the upkeep runs once an hour for all servers, which report it', tags('D37'), async () => {
  const { config, log } = world.services
  const start = () => startServer({ ...config, port: 0 }, { log })
  const servers = await Promise.all([start(), start()])
  expect(await world.sql("select cron, options from pgboss.schedule where name = 'upkeep'")).toEqual([
    { cron: '0 * * * *', options: { singletonSeconds: 3600 } },
  ])
  expect(await mostInAnHour()).toBe(1)
  await world.sql("update pgboss.job set start_after = now() where name = 'upkeep'")
  await expect.poll(async () => (await upkeeps())[0]?.state, { timeout: 60_000 }).toBe('completed')
  await world.sql("update upkeep_figure set count = 3 where name = 'audit_broken'")
  for (const { port } of servers) {
    const figures = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(await figures.text()).toContain('luna_audit_broken 3')
  }
  await Promise.all(servers.map((server) => server.stop()))
  expect(await mostInAnHour()).toBe(1)
  await world.sql("delete from pgboss.job where name = 'upkeep'")
})

it('no upkeep begins while another one is under way', async () => {
  const { database, jobs } = world.services
  const ask = () => database.write((tx) => jobs.enqueue(tx, 'upkeep', null))
  const { letGo } = holdUp()
  await ask()
  await expect.poll(states).toEqual(['active'])
  await ask()
  expect(await states()).toEqual(['active'])
  letGo()
  await expect.poll(states).toEqual(['completed'])
})

it('the upkeep of a server never overlaps itself, however its clock moves', async () => {
  const { seen, letGo } = holdUp()
  const hourMs = 60 * 60_000
  const moves = [1, 2, 3].map((hours) => world.services.clock.setOffset(hours * hourMs))
  await expect.poll(() => seen.all).toBeGreaterThan(0)
  // Enough time for another one to get as far.
  for (let turn = 0; turn < 20; turn++) await world.visitor().request('GET', '/readyz')
  letGo()
  await Promise.all(moves)
  expect(seen.most).toBe(1)
})
