import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { openWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const name = 'reader-of-tests'

async function connections(): Promise<number> {
  return (await world.sql('select from pg_stat_activity where application_name = $1', [name])).length
}

test('a broken connection for reading is replaced by one other, and none is left behind at the end', async () => {
  const database = openDatabase(`${world.databaseUrl}?application_name=${name}`)
  let isOver = false
  const readOn = async () => {
    while (!isOver) {
      await database.read`select 1`.catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  const readers = Array.from({ length: 4 }, readOn)
  await expect.poll(connections, { timeout: 10_000 }).toBe(2)
  for (let round = 0; round < 5; round++) {
    await world.sql('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name])
    await expect.poll(connections, { timeout: 10_000 }).toBe(2)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await connections()).toBe(2)
  }
  isOver = true
  await Promise.all(readers)
  await database.end()
  await expect.poll(connections, { timeout: 10_000 }).toBe(0)
})
