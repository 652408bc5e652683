import { describe, expect, it } from 'vitest'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import * as profile from '#contract/identity/profile.ts'
import {
  askForResetToken,
  ownWorld,
  password,
  queuedMails,
  registered,
  subscriber,
  type TestPerson,
  tokenIn,
  waitForMails,
} from '#tests/calls.ts'

const world = await ownWorld()

let count = 0
const freshEmail = () => `new.address${++count}@example.com`

async function verified(): Promise<TestPerson> {
  const person = await registered(world)
  await confirm((await queuedMails(world, person.email))[0])
  return person
}

function confirm(mail: { text: string } | undefined) {
  return world.visitor().try(mailedLinks.verifyEmail, { body: { token: tokenIn(mail) } })
}

function ask(person: TestPerson, email: string, currentPassword = password) {
  return person.client.try(profile.changeEmail, { body: { email, currentPassword } })
}

async function subjects(email: string) {
  return (await queuedMails(world, email)).map(({ subject }) => subject)
}

async function emailOf({ id }: TestPerson): Promise<string | undefined> {
  const [row] = await world.sql<{ email: string }>('select email from users where id = $1', [id])
  return row?.email
}

describe('POST /api/account/email (D25)', () => {
  it('requires a signed-in person whose current address is confirmed (D24)', async () => {
    const body = { email: freshEmail(), currentPassword: password }
    expect((await world.visitor().try(profile.changeEmail, { body })).status).toBe(401)
    const reply = await ask(await registered(world), body.email)
    expect([reply.status, reply.body.code]).toEqual([409, 'email_unverified'])
    expect(await subjects(body.email)).toEqual([])
  })

  it('changes the address when the new one confirms, not before, and notifies the old one twice', async () => {
    const person = await verified()
    const email = freshEmail()
    expect((await ask(person, `  ${email.toUpperCase()} `)).body).toEqual({ success: true })
    const [mail] = await waitForMails(world, email, 'Confirm your new email address')
    expect(mail?.text).toContain(`${world.url}/verify-email?token=`)
    expect((await waitForMails(world, person.email, 'Your email address is about to change'))[0]?.text).toContain(email)
    expect(await emailOf(person)).toBe(person.email)

    const [row] = await world.sql<{ life: string; token: string }>(
      "select extract(epoch from expires_at - created_at)::int as life, token from email_verification where user_id = $1 and purpose = 'change'",
      [person.id],
    )
    expect(row).toEqual({ life: 86_400, token: expect.not.stringContaining(tokenIn(mail)) })
    expect((await confirm(mail)).body).toEqual({ success: true, email, isChanged: true })
    expect(await person.client.call(currentUser)).toMatchObject({ email, emailVerified: true })
    expect(await subjects(person.email)).toContain('Your email address was changed')
    expect((await world.visitor().try(auth.login, { body: { email: person.email, password } })).status).toBe(401)
    expect((await world.visitor().try(auth.login, { body: { email, password } })).status).toBe(200)
    expect((await confirm(mail)).status).toBe(400)
  })

  it('voids links for a new password that went to the old address', async () => {
    const person = await verified()
    const token = await askForResetToken(world, person.email)
    const email = freshEmail()
    await ask(person, email)
    await confirm((await queuedMails(world, email))[0])
    expect(await world.visitor().call(mailedLinks.verifyResetToken, { params: { token } })).toEqual({ valid: false })
  })

  it('reveals only to its owner that an address is taken (D20 [S])', async () => {
    const [person, owner] = [await verified(), await registered(world)]
    const [taken, free] = [await ask(person, owner.email), await ask(await verified(), freshEmail())]
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    expect(await subjects(person.email)).toContain('Your email address is about to change')
    // Two jobs send mails at the same time, so either may arrive first.
    expect((await subjects(owner.email)).toSorted()).toEqual([
      'Confirm your email address',
      'You already have an account',
    ])
    expect(await emailOf(person)).toBe(person.email)
  })

  it('refuses an address that was taken in the meantime', async () => {
    const person = await verified()
    const email = freshEmail()
    await ask(person, email)
    await registered(world, { email })
    const link = (await queuedMails(world, email)).find(({ subject }) => subject === 'Confirm your new email address')
    expect((await confirm(link)).body).toMatchObject({ code: 'invalid_token' })
    expect(await emailOf(person)).toBe(person.email)
  })

  it('counts the last request, and none after a new password', async () => {
    const person = await verified()
    const [first, second] = [freshEmail(), freshEmail()]
    await ask(person, first)
    await ask(person, second)
    expect((await confirm((await queuedMails(world, first))[0])).status).toBe(400)
    const body = { currentPassword: password, newPassword: 'another-horse-8' }
    await person.client.call(profile.changePassword, { body })
    expect((await confirm((await queuedMails(world, second))[0])).status).toBe(400)
    expect(await emailOf(person)).toBe(person.email)
  })

  it('waits 24 hours for the new address', async () => {
    const person = await verified()
    const [late, later] = [freshEmail(), freshEmail()]
    await ask(person, late)
    await world.control({ advance: 'PT23H59M' })
    expect((await confirm((await queuedMails(world, late))[0])).status).toBe(200)
    expect(
      (await person.client.try(profile.changeEmail, { body: { email: later, currentPassword: password } })).status,
    ).toBe(200)
    await world.control({ advance: 'PT24H1M' })
    expect((await confirm((await queuedMails(world, later))[0])).status).toBe(400)
  })

  it.each([
    [{ email: 'nobody', currentPassword: password }, 'email', 'Valid email is required'],
    [{ currentPassword: password }, 'email', 'Email is required'],
    [{ email: 'a@b.de' }, 'currentPassword', 'Your current password is required'],
    [{ email: 'a@b.de', currentPassword: 'wrong-horse-1' }, 'currentPassword', 'This is not your current password.'],
  ])('refuses %j with the message of its field (D12)', async (body, field, message) => {
    const person = await verified()
    const reply = await person.client.request('POST', '/api/account/email', body)
    expect([reply.status, reply.body]).toEqual([400, expect.objectContaining({ field, message })])
    expect(await subjects(person.email)).not.toContain('Your email address is about to change')
  })

  it("refuses the person's current address", async () => {
    const person = await verified()
    expect((await ask(person, person.email)).body).toMatchObject({ code: 'same_email', field: 'email' })
  })

  it('sends the payment provider the new address', async () => {
    const person = await subscriber(world)
    await confirm((await queuedMails(world, person.email)).find(({ subject }) => subject.startsWith('Confirm')))
    const email = freshEmail()
    await ask(person, email)
    await confirm((await queuedMails(world, email))[0])
    const { stripeCustomerId } = await person.client.call(currentUser)
    await expect
      .poll(
        async () => {
          const headers = { authorization: 'Bearer sk_test_sandbox' }
          const answer = await fetch(`${world.standins.url}/v1/customers/${stripeCustomerId}`, { headers })
          return ((await answer.json()) as { email: string }).email
        },
        { timeout: 60_000 },
      )
      .toBe(email)
  })
})

describe('POST /api/auth/resend-verification (D24)', () => {
  it('mails another link to an address that is not confirmed', async () => {
    expect((await world.visitor().try(profile.resendVerification)).status).toBe(401)
    const person = await registered(world)
    expect(await person.client.call(profile.resendVerification)).toEqual({ success: true })
    expect(await subjects(person.email)).toEqual(['Confirm your email address', 'Confirm your email address'])
    expect((await confirm((await queuedMails(world, person.email))[0])).body).toMatchObject({ isChanged: false })
    expect(await person.client.call(currentUser)).toMatchObject({ emailVerified: true })
    const again = await person.client.try(profile.resendVerification)
    expect([again.status, again.body.code]).toEqual([409, 'already_verified'])
  })
})
