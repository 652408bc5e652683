import { afterAll, expect, it } from 'vitest'
import { openLedger } from '../ledger/ledger-rig.ts'

/** `database.step`: one statement that is its own transaction. */
const rig = await openLedger()
await rig.sql(`
  create table mark (id integer primary key, note text);
  create sequence attempt;
  grant select, insert, update on mark to luna_app;
  grant usage on attempt to luna_app;
  -- Fails with p_code until it was called p_times; sequences are not reset by a rolled back transaction.
  create function write_mark(p_id integer, p_code text, p_times integer) returns integer language plpgsql as $$
  begin
    insert into mark values (p_id, 'written');
    if nextval('attempt') <= p_times then raise exception 'Once more, please' using errcode = p_code; end if;
    return p_id;
  end $$;
  create function touch_marks(p_first integer, p_second integer) returns void language plpgsql as $$
  begin
    update mark set note = 'touched' where id = p_first;
    perform pg_sleep(0.2);
    update mark set note = 'touched' where id = p_second;
  end $$`)
afterAll(() => rig.close())

const attempts = async () => (await rig.sql<{ last_value: number }>('select last_value from attempt'))[0]?.last_value
const marks = (id: number) => rig.sql('select note from mark where id = $1', [id])

async function failing(id: number, code: string, times: number): Promise<unknown> {
  await rig.sql("select setval('attempt', 1, false)")
  return rig.database.step`select write_mark(${id}, ${code}, ${times}) as id`
}

it.each(['40001', '40P01'])('a step is repeated when PostgreSQL asks for it (%s), and written once', async (code) => {
  const id = code === '40001' ? 1 : 2
  expect(await failing(id, code, 2)).toEqual([{ id }])
  expect(await attempts()).toBe(3)
  expect(await marks(id)).toHaveLength(1)
})

it('a step gives up after three attempts and leaves nothing', async () => {
  await expect(failing(3, '40001', 3)).rejects.toThrow('Once more, please')
  expect(await attempts()).toBe(3)
  expect(await marks(3)).toEqual([])
})

it('a step is not repeated after other refusals, which keep its connection', async () => {
  const connections = () => rig.database.pool.totalCount
  const before = connections()
  await expect(failing(4, '23514', 1)).rejects.toThrow('Once more, please')
  expect(await attempts()).toBe(1)
  expect(connections()).toBe(before)
})

it('a step that deadlocks with another one succeeds in the end', async () => {
  await rig.sql("insert into mark values (10, 'new'), (11, 'new')")
  const { step } = rig.database
  await Promise.all([step`select touch_marks(10, 11)`, step`select touch_marks(11, 10)`])
  expect(await marks(10)).toEqual([{ note: 'touched' }])
})

it('a step that loses its connection is refused, and the next one gets another', async () => {
  const { step } = rig.database
  await expect(step`select pg_terminate_backend(pg_backend_pid())`).rejects.toThrow()
  expect(await step`select 1 as one`).toEqual([{ one: 1 }])
})

it('the server counts days in UTC, whatever the time zone of the database', async () => {
  await rig.sql(
    "do $$ begin execute format('alter database %I set timezone to %L', current_database(), 'America/Denver'); end $$",
  )
  const connection = await rig.database.openConnection()
  const { rows } = await connection.query('show timezone')
  await connection.end()
  expect(rows).toEqual([{ TimeZone: 'UTC' }])
})
