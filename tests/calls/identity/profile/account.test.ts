import { currentUser } from '#contract/identity/current-user.ts'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import * as profile from '#contract/identity/profile.ts'
import { atProvider } from '#tests/kit/billing/provider.ts'
import { sessionsOf, signIn, signedInAgain, statusWith, subjectsTo, userRow } from '#tests/kit/identity/accounts.ts'
import * as kit from '#tests/calls.ts'

const { expect, expectRefused, it, password, registered } = kit
type Person = kit.TestPerson
const world = await kit.sharedWorld()
let count = 0
const freshEmail = () => `new.address${++count}.${process.pid}@example.com`
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

it('a new address counts here and at the payment provider once confirmed (D25)', async () => {
  const person = await verified(await kit.subscriber(world))
  const resetToken = await kit.askForResetToken(world, person.email)
  const email = freshEmail()
  expect((await ask(person, `  ${email.toUpperCase()} `)).body).toEqual({ success: true })
  const [mail] = await kit.waitForMails(world, email, 'Confirm your new email address')
  expect(mail?.text).toContain(`${world.url}/verify-email?token=`)
  expect((await kit.waitForMails(world, person.email, changing))[0]?.text).toContain(email)
  expect(await emailOf(person)).toBe(person.email)

  const change = "from email_verification where user_id = $1 and purpose = 'change'"
  const life = 'select extract(epoch from expires_at - created_at)::int as life, token'
  const rows = await world.sql(`${life} ${change}`, [person.id])
  expect(rows).toEqual([{ life: 86_400, token: expect.not.stringContaining(kit.tokenIn(mail)) }])
  expect((await confirm(email)).body).toEqual({ success: true, email, isChanged: true })
  const { stripeCustomerId, ...me } = await person.client.call(currentUser)
  expect(me).toMatchObject({ email, emailVerified: true })
  expect(await subjectsTo(world, person)).toContain('Your email address was changed')
  expect([(await signIn(world, person)).status, (await signIn(world, { email })).status]).toEqual([401, 200])
  // Opened twice, by a scanner and a person, it says the same and changes nothing (D201).
  expect((await confirm(email)).body).toEqual({ success: true, email, isChanged: true })
  expect((await subjectsTo(world, person)).filter((one) => one === 'Your email address was changed')).toHaveLength(1)
  // A link for a new password that went to the old address is void.
  const reset = { params: { token: resetToken } }
  expect(await world.visitor().call(mailedLinks.verifyResetToken, reset)).toEqual({ valid: false, isUsed: true })
  await expect.poll(() => atProvider(world, `customers/${stripeCustomerId}`)).toMatchObject({ email })
})

it('a new address is revealed as taken only to its owner (D20 [S], D25)', async () => {
  const [person, other, owner] = [await verified(), await verified(), await registered(world)]
  const [taken, free] = [await ask(person, owner.email), await ask(other, freshEmail())]
  expect([taken.status, taken.body]).toEqual([free.status, free.body])
  expect(await subjectsTo(world, person)).toContain(changing)
  // Two jobs send mails at the same time, so either may arrive first.
  expect((await subjectsTo(world, owner)).toSorted()).toEqual([confirmed, 'You already have an account'])
  expect(await emailOf(person)).toBe(person.email)
})

it('a new address is refused when taken, late or replaced by another (D25)', async () => {
  const person = await verified()
  const [first, second, taken] = [freshEmail(), freshEmail(), freshEmail()]
  const older = 'update email_verification set expires_at = expires_at - $2::interval where user_id = $1'
  const age = (interval: string) => world.sql(older, [person.id, interval])
  for (const email of [first, second]) await ask(person, email)
  expect((await confirm(first)).status).toBe(400)
  await ask(person, taken)
  await registered(world, { email: taken })
  expect((await confirm(taken, 'Confirm your new')).body).toMatchObject({ code: 'invalid_token' })
  await ask(person, second)
  await age('24:01')
  expect((await confirm(second)).status).toBe(400)
  await ask(person, first)
  await age('23:59')
  expect((await confirm(first)).status).toBe(200)
  // None counts after a new password.
  await ask(person, second)
  const body = { currentPassword: password, newPassword: 'another-horse-8' }
  await person.client.call(profile.changePassword, { body })
  expect((await confirm(second)).status).toBe(400)
  expect(await emailOf(person)).toBe(first)
})

it('a new address requires a confirmed one and the password (D12, D24, D25)', async () => {
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
    [person, { body: { email, currentPassword: 'wrong-horse-1' } }, 400, { field: 'currentPassword', message: wrong }],
  )
  expect([await subjectsTo(world, { email }), await subjectsTo(world, person)]).toEqual([[], [confirmed]])
})

it('a link is mailed again to an address that is not confirmed (D24)', async () => {
  const person = await registered(world)
  expect(await person.client.call(profile.resendVerification)).toEqual({ success: true })
  expect(await subjectsTo(world, person)).toEqual([confirmed, confirmed])
  expect((await confirm(person.email)).body).toMatchObject({ isChanged: false })
  expect(await person.client.call(currentUser)).toMatchObject({ emailVerified: true })
  await expectRefused(profile.resendVerification, [person, {}, 409, 'already_verified'])
})

const newPassword = 'another-horse-8'
const wrong = 'wrong-horse-1'

it('a new password ends other sessions, renews this one and sends a mail (D11, D25, D15 [S])', async () => {
  const person = await registered(world)
  const other = await signedInAgain(world, person)
  const cookie = person.client.cookieHeader()
  const body = { currentPassword: password, newPassword }
  const refused = (change: object, field: string, message: string): kit.Refusal => {
    return [person, { body: { ...body, ...change } }, 400, { field, message }]
  }
  await expectRefused(
    profile.changePassword,
    refused({ currentPassword: undefined }, 'currentPassword', 'Your current password is required'),
    refused({ currentPassword: wrong }, 'currentPassword', 'This is not your current password.'),
    refused({ newPassword: undefined }, 'newPassword', 'Password is required'),
    refused({ newPassword: 'seven-7' }, 'newPassword', 'Password must be at least 8 characters long'),
    refused({ newPassword: 'Password123' }, 'newPassword', 'Please choose a less common password.'),
  )
  expect((await other.try(currentUser)).status).toBe(200)
  expect(await person.client.call(profile.changePassword, { body })).toEqual({ success: true })
  expect((await other.try(currentUser)).status).toBe(401)
  expect(await person.client.call(currentUser)).toMatchObject({ id: person.id })
  expect([await statusWith(world, cookie), (await sessionsOf(world, person)).length]).toEqual([401, 1])
  expect((await subjectsTo(world, person))[0]).toBe('Your password was changed')
  const signIns = [await signIn(world, person), await signIn(world, person, newPassword)]
  expect(signIns.map(({ status }) => status)).toEqual([401, 200])
})

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

it('sign-ins are listed with browser and hour of the last use (D25, S125)', async () => {
  const person = await registered(world)
  await registered(world)
  await signedInAgain(world, person, chrome)
  const older = 'update session set last_seen_at = now() - $2::interval where user_id = $1 and user_agent = $3'
  const seenBefore = (age: string, agent: string) => world.sql(older, [person.id, age, agent])
  await seenBefore('2 days', chrome)
  const list = await person.client.call(profile.signIns)
  const shown = { id: expect.any(String), firstSeenAt: expect.any(String), lastSeenAt: expect.any(String) }
  expect(list).toEqual([
    { ...shown, browser: null, isCurrent: true },
    { ...shown, browser: 'Chrome on Windows', isCurrent: false },
  ])
  const ageMs = (at?: string) => Date.now() - Date.parse(at ?? '')
  expect(ageMs(list[1]?.lastSeenAt)).toBeGreaterThan(47 * 3_600_000)
  for (const { sid } of await sessionsOf(world, person)) expect(JSON.stringify(list)).not.toContain(sid)
  // It is noted at most once an hour.
  const current = async () => ageMs((await person.client.call(profile.signIns))[0]?.lastSeenAt)
  await seenBefore('50 minutes', 'node')
  expect(await current()).toBeGreaterThan(49 * 60_000)
  await seenBefore('61 minutes', 'node')
  expect(await current()).toBeLessThan(60_000)
})

it('sign-ins end one by one, or all except the current one (D25, S125)', async () => {
  const [person, stranger] = [await registered(world), await registered(world)]
  const other = await signedInAgain(world, person)
  const params = { id: (await sessionsOf(world, person))[1]?.id ?? '' }
  await expectRefused(profile.endSignIn, [stranger, { params }, 404, 'sign_in_not_found'])
  expect((await other.try(currentUser)).status).toBe(200)
  expect(await person.client.call(profile.endSignIn, { params })).toEqual({ success: true })
  expect((await other.try(currentUser)).status).toBe(401)
  await expectRefused(profile.endSignIn, [person, { params }, 404, 'sign_in_not_found'])

  const others = [await signedInAgain(world, person), await signedInAgain(world, person)]
  expect(await person.client.call(profile.endOtherSignIns)).toEqual({ ended: 2 })
  const browsers = [...others, person.client, stranger.client]
  const replies = await Promise.all(browsers.map((browser) => browser.try(currentUser)))
  expect(replies.map(({ status }) => status)).toEqual([401, 401, 200, 200])
})
