import * as profile from '#contract/identity/profile.ts'
import type { ProblemBody } from '#contract/call.ts'
import * as invitations from '#contract/organizations/invitations.ts'
import * as bulk from '#contract/organizations/bulk-invitations.ts'
import { notOneLine } from '#contract/single-line.ts'
import * as settings from '#contract/organizations/settings.ts'
import { describe, expect, it, organization, password, registered, sharedWorld } from '#tests/calls.ts'

const world = await sharedWorld()

/** A line break, a tab, a zero-width escape, and separators that only look like nothing. */
const broken = [
  'Ana\nBcc: all@example.com',
  'Ana\r\nB',
  'Ana\tB',
  'Ana\u001b[2J',
  'Ana\u0085B',
  'Ana\u2028B',
  'Ana\u2029B',
]

describe('names stay in one line (D12, D22 [S])', () => {
  it.each(broken)('a stranger cannot register as %j', async (firstName) => {
    const body = { email: 'line.break@example.com', password, firstName, lastName: 'Person' }
    const reply = await world.visitor().request<ProblemBody>('POST', '/api/auth/register', body)
    expect([reply.status, reply.body]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_input', field: 'firstName', message: notOneLine }),
    ])
    expect(await world.sql("select from users where email = 'line.break@example.com'")).toEqual([])
  })

  it('a person keeps their current name; a line break at its end is only trimmed', async () => {
    const person = await registered(world, { firstName: 'Ana' })
    const refused = await person.client.try(profile.updateNames, { body: { firstName: 'An\na', lastName: 'Person' } })
    expect([refused.status, refused.body.field]).toEqual([400, 'firstName'])
    const nameOf = () => world.sql('select first_name, last_name from users where id = $1', [person.id])
    expect(await nameOf()).toEqual([{ first_name: 'Ana', last_name: 'Person' }])
    await person.client.call(profile.updateNames, { body: { firstName: 'Zoë Ngọc 明\n', lastName: ' O’Neil-Łódź ' } })
    expect(await nameOf()).toEqual([{ first_name: 'Zoë Ngọc 明', last_name: 'O’Neil-Łódź' }])
  })

  it('an admin can give such a name neither to the organization nor to invited people', async () => {
    const { id, owner } = await organization(world)
    const renamed = await owner.client.try(settings.changeOrganizationSettings, {
      query: {},
      body: { name: 'Acme\nSubject: gift' },
    })
    expect([renamed.status, renamed.body]).toEqual([
      400,
      expect.objectContaining({ field: 'name', message: notOneLine }),
    ])
    const invited = await owner.client.try(invitations.inviteMember, {
      query: {},
      body: { email: 'kim@example.com', firstName: 'K\nim' },
    })
    expect([invited.status, invited.body.field]).toEqual([400, 'firstName'])
    const rows = [
      { email: 'kim@example.com', firstName: 'K\nim', lastName: 'Lee' },
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
})
