import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { inviteSchema } from './invite-schema.ts'

const filled = {
  email: ' Ada@Acme.test ',
  firstName: 'Ada',
  lastName: 'Reed',
  role: 'member',
  userCategory: 'Members',
  accessLevel: 'standard',
}

it.each([
  [{ email: 'x' }, 'Please enter a valid email address', 'S511'],
  [{ firstName: ' ' }, 'Please enter a first name', 'S512'],
  [{ lastName: '' }, 'Please enter a last name', 'S513'],
  [{ role: '' }, 'Please select a role', 'S514'],
  [{ userCategory: '' }, 'Please select a category', 'S515'],
  [{ accessLevel: '' }, 'Please select an access level', 'S516'],
])('the invite form says what is missing: %j -> %s (%s)', (change, message, _row) => {
  const { error } = z.safeParse(inviteSchema, { ...filled, ...change })
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})

it('a complete form is accepted, its address in lower case', () => {
  expect(z.parse(inviteSchema, filled)).toEqual({ ...filled, email: 'ada@acme.test' })
})
