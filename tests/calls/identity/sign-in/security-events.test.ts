import fs from 'node:fs'
import path from 'node:path'
import * as adminUsers from '#contract/admin/users.ts'
import * as auth from '#contract/identity/auth.ts'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import * as profile from '#contract/identity/profile.ts'
import * as twoFactor from '#contract/identity/two-factor.ts'
import * as members from '#contract/organizations/members.ts'
import { noteSecurity } from '#server/kernel/security-events.ts'
import { createLog } from '#server/log.ts'
import { signIn } from '#tests/kit/identity/accounts.ts'
import { codeOf, wrongCodeOf } from '#tests/kit/identity/app-codes.ts'
import { clearUsedCodes, giveCode, protectedPerson, waiting } from '#tests/kit/identity/two-factor.ts'
import * as kit from '#tests/calls.ts'

const { expect, it, password, registered } = kit
const world = await kit.ownWorld({ RATE_LIMIT_FACTOR: '1' })
const wrong = 'wrong-horse-1'
type Line = Partial<Record<'stream' | 'event' | 'userId' | 'account' | 'by', unknown>>
const linesIn = (file: string) => fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)
const logged = (): Line[] => linesIn(world.logFile).map((line) => JSON.parse(line) as Line)

const eventsOf = ({ id }: kit.TestPerson): unknown[] =>
  logged()
    .filter(({ stream, userId }) => stream === 'security' && userId === id)
    .map(({ event }) => event)

it('the security stream has failed sign-ins and locks, without an address (D13, D163 [S])', async () => {
  const person = await registered(world)
  for (let i = 0; i < 11; i++) await signIn(world, person, wrong)
  expect(eventsOf(person)).toEqual(Array.from({ length: 10 }, () => 'sign_in_failed'))
  const failed = logged().find(({ userId }) => userId === person.id)
  expect(failed).toMatchObject({ stream: 'security', account: expect.stringMatching(/^[\w-]{12}$/), ip: '127.0.0.1' })
  const locked = logged().filter(({ event, account }) => event === 'sign_in_locked' && account === failed?.account)
  expect(locked).toHaveLength(1)
  await signIn(world, { email: 'nobody.at.all@example.com' }, wrong)
  const stranger = logged().findLast(({ event }) => event === 'sign_in_failed')
  expect(stranger).not.toHaveProperty('userId')
  expect(stranger?.account).not.toBe(failed?.account)
  // It is in no other line.
  const [security = [], others = []] = [true, false].map((is) =>
    logged().filter((line) => is === (line.stream === 'security')),
  )
  expect(security.filter((line) => JSON.stringify(line).includes('@'))).toEqual([])
  expect(others.filter(({ event }) => event !== undefined)).toEqual([])
})

it('the security stream has what people do to their sign-in (D13, D27, D163 [S])', async () => {
  const person = await protectedPerson(world)
  const { client, secret, recoveryCodes } = person
  await world.sql('delete from rate_limit')
  await giveCode(await waiting(world, person), wrongCodeOf(secret))
  await clearUsedCodes(world, person)
  await giveCode(await waiting(world, person), recoveryCodes[0] ?? '')
  await client.call(profile.endOtherSignIns)
  await client.try(auth.reauthenticate, { body: { currentPassword: wrong } })
  const currentPassword = password
  await client.call(twoFactor.turnOffTwoFactor, { body: { currentPassword, code: codeOf(secret) } })
  await client.call(profile.changePassword, { body: { currentPassword, newPassword: 'another-horse-8' } })
  const token = await kit.askForResetToken(world, person.email)
  await world.visitor().call(mailedLinks.resetPassword, { body: { token, newPassword: 'third-horse-9' } })
  const codes = 'two_factor_on code_failed recovery_code_used signed_out_everywhere'
  const passwords = 'password_failed two_factor_off password_changed password_reset'
  expect(eventsOf(person).join(' ')).toBe(`${codes} ${passwords}`)
})

it('the security stream has changes of roles, and none that was refused (D163 [S])', async () => {
  const [admin, firm, person] = [await kit.platformAdmin(world), await kit.organization(world), await registered(world)]
  const { id } = await kit.member(world, firm.id)
  const input = { params: { id: person.id }, body: { role: 'admin' as const } }
  expect((await person.client.try(adminUsers.setUserRole, input)).status).toBe(403)
  expect(eventsOf(person)).toEqual([])
  await admin.client.call(adminUsers.setUserRole, input)
  await firm.owner.client.call(members.changeMember, { params: { id }, query: {}, body: { role: 'admin' } })
  await firm.owner.client.call(members.changeMembers, { query: {}, body: { ids: [id], role: 'guest' } })
  await admin.client.call(adminUsers.setUserStatus, { params: { id: person.id }, body: { isActive: false } })
  const changes = logged().filter(({ event, by }) => event === 'role_changed' || by === admin.id)
  const event = 'role_changed'
  expect(changes).toMatchObject([
    { event, userId: person.id, by: admin.id, role: 'admin' },
    { event, userId: id, by: firm.owner.id, role: 'admin', organizationId: firm.id },
    { event, userId: id, by: firm.owner.id, role: 'guest', organizationId: firm.id },
    { event: 'deactivated', userId: person.id, by: admin.id },
  ])
})

it('the security stream has refused calls of staff (D163 [S])', async () => {
  const owner = await kit.platformAdmin(world)
  const support = await registered(world)
  const role = { role: 'admin' as const, staffRole: 'support' as const }
  await owner.client.call(adminUsers.setUserRole, { params: { id: support.id }, body: role })
  expect((await support.client.try(adminUsers.setUserRole, { params: { id: owner.id }, body: role })).status).toBe(403)
  const call = 'PATCH /api/admin/users/:id/role'
  expect(logged().findLast(({ stream }) => stream === 'security')).toMatchObject({
    event: 'staff_call_refused',
    userId: support.id,
    call,
  })
})

it('the security stream is written whatever LOG_LEVEL drops (D163 [S])', () => {
  const file = path.join(path.dirname(world.logFile), 'quiet.log')
  for (const level of ['error', 'silent']) {
    const log = createLog(level, file)
    log.info('left out')
    noteSecurity({ log }, 'role_changed', { userId: 'x', role: level })
  }
  expect(linesIn(file)).toEqual([
    expect.stringContaining('"stream":"security","event":"role_changed","userId":"x","role":"error"'),
  ])
})
