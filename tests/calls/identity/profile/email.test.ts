import { currentUser } from '#contract/identity/current-user.ts'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import * as profile from '#contract/identity/profile.ts'
import { atProvider } from '#tests/kit/billing/provider.ts'
import { signIn, subjectsTo, userRow } from '#tests/kit/identity/accounts.ts'
import * as kit from '#tests/calls.ts'

const { describe, expect, expectRefused, it, password, registered } = kit
type Person = kit.TestPerson
const world = await kit.ownWorld()

let count = 0
const freshEmail = () => `new.address${++count}@example.com`
const confirmed = 'Confirm your email address'
const changing = 'Your email address is about to change'

/** Opens the newest link that was mailed to an address, under that subject if one is given. */
async function confirm(email: string, about = '') {
  const mail = (await kit.queuedMails(world, email)).find(({ subject }) => subject.startsWith(about))
  return world.visitor().try(mailedLinks.verifyEmail, { body: { token: kit.tokenIn(mail) } })
}

async function verified(person?: Person): Promise<Person> {
  const one = person ?? (await registered(world))
  await confirm(one.email, confirmed)
  return one
}

const ask = ({ client }: Person, email: string) =>
  client.try(profile.changeEmail, { body: { email, currentPassword: password } })
const emailOf = async (person: Person) => (await userRow(world, person))['email']

describe('POST /api/account/email (D25)', () => {
  it('changes the address here and at the payment provider when the new one confirms, not before', async () => {
    const person = await verified(await kit.subscriber(world))
    const resetToken = await kit.askForResetToken(world, person.email)
    const email = freshEmail()
    expect((await ask(person, `  ${email.toUpperCase()} `)).body).toEqual({ success: true })
    const [mail] = await kit.waitForMails(world, email, 'Confirm your new email address')
    expect(mail?.text).toContain(`${world.url}/verify-email?token=`)
    expect((await kit.waitForMails(world, person.email, changing))[0]?.text).toContain(email)
    expect(await emailOf(person)).toBe(person.email)

    const rows = await world.sql(
      "select extract(epoch from expires_at - created_at)::int as life, token from email_verification where user_id = $1 and purpose = 'change'",
      [person.id],
    )
    expect(rows).toEqual([{ life: 86_400, token: expect.not.stringContaining(kit.tokenIn(mail)) }])
    expect((await confirm(email)).body).toEqual({ success: true, email, isChanged: true })
    const { stripeCustomerId, ...me } = await person.client.call(currentUser)
    expect(me).toMatchObject({ email, emailVerified: true })
    expect(await subjectsTo(world, person)).toContain('Your email address was changed')
    expect([(await signIn(world, person)).status, (await signIn(world, { email })).status]).toEqual([401, 200])
    expect((await confirm(email)).status).toBe(400)
    // A link for a new password that went to the old address is void.
    const reset = { params: { token: resetToken } }
    expect(await world.visitor().call(mailedLinks.verifyResetToken, reset)).toEqual({ valid: false })
    await expect.poll(() => atProvider(world, `customers/${stripeCustomerId}`)).toMatchObject({ email })
  })

  it('reveals only to its owner that an address is taken (D20 [S])', async () => {
    const [person, other, owner] = [await verified(), await verified(), await registered(world)]
    const [taken, free] = [await ask(person, owner.email), await ask(other, freshEmail())]
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    expect(await subjectsTo(world, person)).toContain(changing)
    // Two jobs send mails at the same time, so either may arrive first.
    expect((await subjectsTo(world, owner)).toSorted()).toEqual([confirmed, 'You already have an account'])
    expect(await emailOf(person)).toBe(person.email)
  })

  it('refuses an address that was taken in the meantime, and every link but the last', async () => {
    const person = await verified()
    const [first, second, taken] = [freshEmail(), freshEmail(), freshEmail()]
    for (const email of [first, second]) await ask(person, email)
    expect((await confirm(first)).status).toBe(400)
    await ask(person, taken)
    await registered(world, { email: taken })
    expect((await confirm(taken, 'Confirm your new')).body).toMatchObject({ code: 'invalid_token' })
    // None counts after a new password.
    await ask(person, second)
    const body = { currentPassword: password, newPassword: 'another-horse-8' }
    await person.client.call(profile.changePassword, { body })
    expect((await confirm(second)).status).toBe(400)
    expect(await emailOf(person)).toBe(person.email)
  })

  it('waits 24 hours for the new address', async () => {
    const person = await verified()
    const [late, later] = [freshEmail(), freshEmail()]
    await ask(person, late)
    await world.control({ advance: 'PT23H59M' })
    expect((await confirm(late)).status).toBe(200)
    expect((await ask(person, later)).status).toBe(200)
    await world.control({ advance: 'PT24H1M' })
    expect((await confirm(later)).status).toBe(400)
  })

  it('requires a confirmed address, another one and the password, and says what is wrong (D12, D24)', async () => {
    const [person, unconfirmed] = [await verified(), await registered(world)]
    const currentPassword = password
    const email = freshEmail()
    const wrong = 'This is not your current password.'
    const required = 'Your current password is required'
    const valid = 'Valid email is required'
    await expectRefused(
      profile.changeEmail,
      [unconfirmed, { body: { email, currentPassword } }, 409, 'email_unverified'],
      [person, { body: { email: person.email, currentPassword } }, 400, { code: 'same_email', field: 'email' }],
      [person, { body: { email: 'nobody', currentPassword } }, 400, { field: 'email', message: valid }],
      [person, { body: { currentPassword } }, 400, { field: 'email', message: 'Email is required' }],
      [person, { body: { email } }, 400, { field: 'currentPassword', message: required }],
      [
        person,
        { body: { email, currentPassword: 'wrong-horse-1' } },
        400,
        { field: 'currentPassword', message: wrong },
      ],
    )
    expect([await subjectsTo(world, { email }), await subjectsTo(world, person)]).toEqual([[], [confirmed]])
  })
})

it('POST /api/auth/resend-verification mails another link to an address that is not confirmed (D24)', async () => {
  const person = await registered(world)
  expect(await person.client.call(profile.resendVerification)).toEqual({ success: true })
  expect(await subjectsTo(world, person)).toEqual([confirmed, confirmed])
  expect((await confirm(person.email)).body).toMatchObject({ isChanged: false })
  expect(await person.client.call(currentUser)).toMatchObject({ emailVerified: true })
  await expectRefused(profile.resendVerification, [person, {}, 409, 'already_verified'])
})
