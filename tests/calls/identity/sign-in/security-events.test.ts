import { describe, expect, it } from 'vitest'
import fs from 'node:fs'
import path from 'node:path'
import * as adminUsers from '#contract/admin/users.ts'
import * as auth from '#contract/identity/auth.ts'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import * as organizationMembers from '#contract/organizations/members.ts'
import * as profile from '#contract/identity/profile.ts'
import * as twoFactor from '#contract/identity/two-factor.ts'
import { createLog } from '#server/log.ts'
import { noteSecurity } from '#server/kernel/security-events.ts'
import { askForResetToken, ownWorld, password, platformAdmin, registered, type TestPerson } from '#tests/calls.ts'
import { member, organization } from '../../../kit/organizations/organizations.ts'
import { codeOf, wrongCodeOf } from '../../../kit/identity/app-codes.ts'
import { clearUsedCodes, giveCode, protectedPerson, waiting } from '../../../kit/identity/two-factor.ts'

const world = await ownWorld({ RATE_LIMIT_FACTOR: '1' })

type Line = Record<string, unknown>

const linesOf = (): Line[] =>
  fs
    .readFileSync(world.logFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

/** Returns what the security stream says of a person, in order. */
const eventsOf = ({ id }: TestPerson): unknown[] =>
  linesOf()
    .filter(({ stream, userId }) => stream === 'security' && userId === id)
    .map(({ event }) => event)

const signIn = (email: string, given: string) => world.visitor().try(auth.login, { body: { email, password: given } })

describe('the security stream (D13, D27, D163 [S])', () => {
  it('has failed sign-ins of known and unknown addresses and their lock, without an address', async () => {
    const person = await registered(world)
    for (let i = 0; i < 11; i++) await signIn(person.email, 'wrong-horse-1')
    expect(eventsOf(person)).toEqual(Array.from({ length: 10 }, () => 'sign_in_failed'))
    const [failed] = linesOf().filter(({ userId }) => userId === person.id)
    expect(failed).toMatchObject({ stream: 'security', account: expect.stringMatching(/^[\w-]{12}$/), ip: '127.0.0.1' })
    const locked = linesOf().filter(({ event, account }) => event === 'sign_in_locked' && account === failed?.account)
    expect(locked).toHaveLength(1)
    await signIn('nobody.at.all@example.com', 'wrong-horse-1')
    const stranger = linesOf().findLast(({ event }) => event === 'sign_in_failed')
    expect(stranger).not.toHaveProperty('userId')
    expect(stranger?.account).not.toBe(failed?.account)
  })

  it('has what people do to their own sign-in', async () => {
    const person = await protectedPerson(world)
    await world.sql('delete from rate_limit')
    await giveCode(await waiting(world, person), wrongCodeOf(person.secret))
    await clearUsedCodes(world, person)
    await giveCode(await waiting(world, person), person.recoveryCodes[0] ?? '')
    await person.client.call(profile.endOtherSignIns)
    await person.client.try(auth.reauthenticate, { body: { currentPassword: 'wrong-horse-1' } })
    const body = { currentPassword: password, code: codeOf(person.secret) }
    await person.client.call(twoFactor.turnOffTwoFactor, { body })
    await person.client.call(profile.changePassword, {
      body: { currentPassword: password, newPassword: 'another-horse-8' },
    })
    const token = await askForResetToken(world, person.email)
    await world.visitor().call(mailedLinks.resetPassword, { body: { token, newPassword: 'third-horse-9' } })
    expect(eventsOf(person)).toEqual([
      'two_factor_on',
      'code_failed',
      'recovery_code_used',
      'signed_out_everywhere',
      'password_failed',
      'two_factor_off',
      'password_changed',
      'password_reset',
    ])
  })

  it('has changes of roles with who made them, and nothing that was refused', async () => {
    const [admin, firm, person] = [await platformAdmin(world), await organization(world), await registered(world)]
    const colleague = await member(world, firm.id)
    const input = { params: { id: person.id }, body: { role: 'admin' as const } }
    expect((await person.client.try(adminUsers.setUserRole, input)).status).toBe(403)
    expect(eventsOf(person)).toEqual([])
    await admin.client.call(adminUsers.setUserRole, input)
    await firm.owner.client.call(organizationMembers.changeMember, {
      params: { id: colleague.id },
      query: {},
      body: { role: 'admin' },
    })
    await firm.owner.client.call(organizationMembers.changeMembers, {
      query: {},
      body: { ids: [colleague.id], role: 'guest' },
    })
    await admin.client.call(adminUsers.setUserStatus, { params: { id: person.id }, body: { isActive: false } })
    const changes = linesOf().filter(({ event, by }) => event === 'role_changed' || by === admin.id)
    expect(changes).toMatchObject([
      { event: 'role_changed', userId: person.id, by: admin.id, role: 'admin' },
      { event: 'role_changed', userId: colleague.id, by: firm.owner.id, role: 'admin', organizationId: firm.id },
      { event: 'role_changed', userId: colleague.id, by: firm.owner.id, role: 'guest', organizationId: firm.id },
      { event: 'deactivated', userId: person.id, by: admin.id },
    ])
  })

  it('is written even where LOG_LEVEL drops other lines, and not where nothing happened', () => {
    const file = path.join(path.dirname(world.logFile), 'quiet.log')
    for (const level of ['error', 'silent']) {
      const log = createLog(level, file)
      log.info('left out')
      noteSecurity({ log }, 'role_changed', { userId: 'x', role: level })
    }
    expect(fs.readFileSync(file, 'utf8').trimEnd().split('\n')).toEqual([
      expect.stringContaining('"stream":"security","event":"role_changed","userId":"x","role":"error"'),
    ])
  })

  it('appears in no line of another kind, and names nobody by address', () => {
    const security = linesOf().filter(({ stream }) => stream === 'security')
    expect(security.length).toBeGreaterThan(15)
    expect(security.filter((line) => JSON.stringify(line).includes('@'))).toEqual([])
    expect(linesOf().filter(({ stream, event }) => stream !== 'security' && event !== undefined)).toEqual([])
  })
})
