import { register } from '#contract/identity/auth.ts'
import * as profile from '#contract/identity/profile.ts'
import * as bulk from '#contract/organizations/bulk-invitations.ts'
import * as invitations from '#contract/organizations/invitations.ts'
import * as settings from '#contract/organizations/settings.ts'
import { notOneLine } from '#contract/single-line.ts'
import { expect, expectRefused, it, organization, password, registered, sharedWorld } from '#tests/calls.ts'

const world = await sharedWorld()

/** A line break, a tab, a zero-width escape, and separators that only look like nothing. */
const broken = ['\nBcc: all@example.com', '\r\nB', '\tB', '\u001b[2J', '\u0085B', '\u2028B', '\u2029B']

it('nobody registers under a name of two lines (D12, D22 [S])', async () => {
  const email = 'line.break@example.com'
  for (const end of broken) {
    const body = { email, password, firstName: `Ana${end}`, lastName: 'Person' }
    const refusal = { code: 'invalid_input', field: 'firstName', message: notOneLine }
    await expectRefused(register, [world.visitor(), { body }, 400, refusal])
  }
  expect(await world.sql('select from users where email = $1', [email])).toEqual([])
})

it('a person keeps their name; a line break at its end is only trimmed (D12, D22 [S])', async () => {
  const person = await registered(world, { firstName: 'Ana' })
  const body = { firstName: 'An\na', lastName: 'Person' }
  await expectRefused(profile.updateNames, [person, { body }, 400, { field: 'firstName' }])
  const nameOf = () => world.sql('select first_name, last_name from users where id = $1', [person.id])
  expect(await nameOf()).toEqual([{ first_name: 'Ana', last_name: 'Person' }])
  await person.client.call(profile.updateNames, { body: { firstName: 'Zoë Ngọc 明\n', lastName: ' O’Neil-Łódź ' } })
  expect(await nameOf()).toEqual([{ first_name: 'Zoë Ngọc 明', last_name: 'O’Neil-Łódź' }])
})

it('an admin gives such a name to no organization and nobody invited (D12, D22 [S])', async () => {
  const { id, owner } = await organization(world)
  const renamed = { body: { name: 'Acme\nSubject: gift' } }
  const refusal = { field: 'name', message: notOneLine }
  await expectRefused(settings.changeOrganizationSettings, [owner, renamed, 400, refusal])
  const kim = { email: 'kim@example.com', firstName: 'K\nim' }
  await expectRefused(invitations.inviteMember, [owner, { body: kim }, 400, { field: 'firstName' }])
  const rows = [
    { ...kim, lastName: 'Lee' },
    { email: 'lee@example.com', firstName: 'Lee', lastName: 'Kim' },
  ]
  const judged = await owner.client.call(bulk.bulkInvite, { query: {}, body: { rows } })
  expect(judged.rows.map(({ state, message }) => [state, message])).toEqual([
    ['invalid', notOneLine],
    ['valid', null],
  ])
  expect(await world.sql('select name from organization where id = $1', [id])).not.toEqual([
    { name: expect.stringContaining('\n') },
  ])
  expect(await world.sql('select from organization_invitation where organization_id = $1', [id])).toEqual([])
})
