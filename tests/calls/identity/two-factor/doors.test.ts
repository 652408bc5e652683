import { register } from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import { changePassword } from '#contract/identity/profile.ts'
import { setTempPassword } from '#contract/organizations/payment.ts'
import { sessionsOf, signIn } from '#tests/kit/identity/accounts.ts'
import { protectedPerson, waiting } from '#tests/kit/identity/two-factor.ts'
import { complete, invited } from '#tests/kit/organizations/joining.ts'
import { readProject } from '#tests/tidy/source-files.ts'
import * as kit from '#tests/calls.ts'

const { expect, it, password } = kit
const world = await kit.sharedWorld()
const newPassword = 'another-horse-8'

it('sessions begin only in the places tried here (D27)', () => {
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

it('a new password by mail signs nobody in (D27)', async () => {
  const person = await protectedPerson(world)
  await person.client.call(changePassword, { body: { currentPassword: password, newPassword } })
  expect(await sessionsOf(world, person)).toHaveLength(1)
  const token = await kit.askForResetToken(world, person.email)
  const browser = world.visitor()
  await browser.call(mailedLinks.resetPassword, { body: { token, newPassword: 'third-horse-9' } })
  expect((await browser.try(currentUser)).status).toBe(401)
  expect(await sessionsOf(world, person)).toEqual([])
  expect((await signIn(world, person, 'third-horse-9')).body).toEqual({ twoFactorRequired: true })
})

it('registering, joining and first passwords open no existing account (D27)', async () => {
  const person = await protectedPerson(world)
  const { email } = person
  const firm = await kit.organization(world)
  const { secret } = await invited(world, firm, email)
  const before = await sessionsOf(world, person)
  const names = { firstName: 'Some', lastName: 'Body' }

  const [registering, setting, confirming] = [world.visitor(), world.visitor(), world.visitor()]
  expect((await registering.try(register, { body: { email, password, ...names } })).status).toBe(400)
  const joined = await complete(world, email, firm.id, secret)
  expect(joined).toMatchObject({ status: 409, body: { code: 'account_exists' } })
  const first = await setting.try(setTempPassword, { body: { email, newPassword, ...names } })
  expect([first.status, first.body]).toEqual([202, { status: 'mail_sent' }])
  const mails = await kit.queuedMails(world, email)
  const confirmation = mails.find(({ subject }) => subject === 'Confirm your email address')
  await confirming.call(mailedLinks.verifyEmail, { body: { token: kit.tokenIn(confirmation) } })

  for (const browser of [registering, joined.client, setting, confirming])
    expect((await browser.try(currentUser)).status).toBe(401)
  expect(await sessionsOf(world, person)).toEqual(before)
  expect(await waiting(world, person)).toBeDefined()
})
