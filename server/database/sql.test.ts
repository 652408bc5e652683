import { describe, expect, it } from 'vitest'
import { columns, createSql } from './sql.ts'

/** Returns what the tag hands to the driver. */

const sent: { name: string; text: string; values?: unknown[] }[] = []
const sql = createSql(async ({ name, text, values }) => {
  sent.push({ name, text, values })
  return { rows: [], fields: [], rowCount: 0, command: '', oid: 0 }
})

describe('a list of columns', () => {
  const list = columns`id, created_at`

  it('becomes part of the statement, and values around it stay parameters', async () => {
    await sql`select ${list}, ${1}::int as n from agent where name = ${'; drop table agent'} order by ${2}`
    expect(sent.pop()).toMatchObject({
      text: 'select id, created_at, $1::int as n from agent where name = $2 order by $3',
      values: [1, '; drop table agent', 2],
    })
  })

  it('is prepared by its text, even where one place gets different lists', async () => {
    const select = (of: unknown) => sql`select ${of} from agent`
    await select(list)
    await select(columns`name`)
    await select('name')
    await select(list)
    const [first, second, third, fourth] = sent.splice(0)
    expect([first?.text, second?.text, third?.text]).toEqual([
      'select id, created_at from agent',
      'select name from agent',
      'select $1 from agent',
    ])
    expect(fourth).toEqual(first)
    expect(new Set([first?.name, second?.name, third?.name]).size).toBe(3)
  })

  it('is made only by `columns`: a lookalike is a value', async () => {
    await sql`select ${{ text: 'password_hash' }} from users`
    expect(sent.pop()).toMatchObject({ text: 'select $1 from users', values: ['{"text":"password_hash"}'] })
  })
})
