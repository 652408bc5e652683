import { describe, expect, it } from 'vitest'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import * as organizationPayment from '#contract/organizations/payment.ts'
import * as profile from '#contract/identity/profile.ts'
import { askForResetToken, ownWorld, password, queuedMails, type TestPerson, tokenIn } from '#tests/calls.ts'
import { organization } from '../../../kit/organizations/organizations.ts'
import { complete, invited } from '../../../kit/organizations/joining.ts'
import { readProject } from '../../../tidy/source-files.ts'
import { protectedPerson, waiting } from '../../../kit/identity/two-factor.ts'

const world = await ownWorld()

function sessionsOf({ id }: TestPerson) {
  return world.sql('select sid from session where user_id = $1', [id])
}

describe('no other way in avoids the code (D27)', () => {
  it('sessions begin only in the places tried here', () => {
    const project = readProject().toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const doors = project.flatMap(({ name, text }) =>
      name.endsWith('.routes.ts') ? [...text.matchAll(/\bsignIn\(/g)].map(() => name) : [],
    )
    expect(doors).toEqual([
      // A person's own new password.
      'server/identity/profile/profile.routes.ts',
      // Password, password and code, registration.
      'server/identity/sign-in/auth.routes.ts',
      'server/identity/sign-in/auth.routes.ts',
      'server/identity/sign-in/auth.routes.ts',
      // The account that an invited person creates.
      'server/organizations/members/joining.routes.ts',
    ])
  })

  it('a new password by mail signs nobody in', async () => {
    const person = await protectedPerson(world)
    const token = await askForResetToken(world, person.email)
    const browser = world.visitor()
    await browser.call(mailedLinks.resetPassword, { body: { token, newPassword: 'another-horse-8' } })
    expect((await browser.try(currentUser)).status).toBe(401)
    expect(await sessionsOf(person)).toEqual([])
    const login = await browser.call(auth.login, { body: { email: person.email, password: 'another-horse-8' } })
    expect(login).toEqual({ twoFactorRequired: true })
  })

  it('registering, joining and setting a first password begin no session for an existing account', async () => {
    const person = await protectedPerson(world)
    const firm = await organization(world)
    const { secret } = await invited(world, firm, person.email)
    const before = await sessionsOf(person)
    const { email } = person
    const names = { firstName: 'Some', lastName: 'Body' }

    const registering = world.visitor()
    expect((await registering.try(auth.register, { body: { email, password, ...names } })).status).toBe(400)
    const joined = await complete(world, email, firm.id, secret)
    expect([joined.status, joined.body.code]).toEqual([409, 'account_exists'])
    const setting = world.visitor()
    const first = await setting.try(organizationPayment.setTempPassword, {
      body: { email, newPassword: 'another-horse-8', ...names },
    })
    expect([first.status, first.body]).toEqual([202, { status: 'mail_sent' }])
    const confirmation = (await queuedMails(world, email)).find(
      ({ subject }) => subject === 'Confirm your email address',
    )
    const confirming = world.visitor()
    await confirming.call(mailedLinks.verifyEmail, { body: { token: tokenIn(confirmation) } })

    for (const browser of [registering, joined.client, setting, confirming]) {
      expect((await browser.try(currentUser)).status).toBe(401)
    }
    expect(await sessionsOf(person)).toEqual(before)
    expect(await waiting(world, person)).toBeDefined()
  })

  it('a new password of a signed-in person renews the existing session', async () => {
    const person = await protectedPerson(world)
    const body = { currentPassword: password, newPassword: 'another-horse-8' }
    expect((await world.visitor().try(profile.changePassword, { body })).status).toBe(401)
    await person.client.call(profile.changePassword, { body })
    expect(await sessionsOf(person)).toHaveLength(1)
  })
})
