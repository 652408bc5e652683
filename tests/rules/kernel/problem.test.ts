import pg from 'pg'
import { expect, it } from 'vitest'
import { toProblem } from '#server/kernel/problem.ts'

function databaseError(code: string, routine: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('of the database', 1, 'error'), { code, routine })
}

it('a number that PostgreSQL cannot read is a bad request, an overflow a fault (D164)', () => {
  for (const routine of ['pg_strtoint32_safe', 'pg_strtoint64_safe', 'pg_strtoint16_safe']) {
    expect(toProblem(databaseError('22003', routine))).toMatchObject({ status: 400, code: 'bad_request' })
  }
  for (const routine of ['int4pl', 'int8mul', 'int84', 'numeric_int4']) {
    expect(toProblem(databaseError('22003', routine))).toMatchObject({ status: 500, code: 'internal' })
  }
})
