import { currentUser } from '#contract/identity/current-user.ts'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import * as profile from '#contract/identity/profile.ts'
import { atProvider } from '#tests/kit/billing/provider.ts'
import {
  expectLimited,
  sessionsOf,
  signIn,
  signedInAgain,
  statusWith,
  subjectsTo,
  userRow,
} from '#tests/kit/identity/accounts.ts'
import * as kit from '#tests/calls.ts'

const { expect, expectRefused, it, password, registered } = kit
type Person = kit.TestPerson
const world = await kit.ownWorld()
/** Limits as in production. */
const strict = await kit.ownWorld({ RATE_LIMIT_FACTOR: '1' })
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

it('a new address counts here and at the payment provider once confirmed (D25)', async () => {
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

it('a new address is revealed as taken only to its owner (D20 [S], D25)', async () => {
  const [person, other, owner] = [await verified(), await verified(), await registered(world)]
  const [taken, free] = [await ask(person, owner.email), await ask(other, freshEmail())]
  expect([taken.status, taken.body]).toEqual([free.status, free.body])
  expect(await subjectsTo(world, person)).toContain(changing)
  // Two jobs send mails at the same time, so either may arrive first.
  expect((await subjectsTo(world, owner)).toSorted()).toEqual([confirmed, 'You already have an account'])
  expect(await emailOf(person)).toBe(person.email)
})

it('a new address is refused when taken in the meantime; the last link counts (D25)', async () => {
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

it('a new address waits 24 hours (D25)', async () => {
  const person = await verified()
  const [late, later] = [freshEmail(), freshEmail()]
  await ask(person, late)
  await world.control({ advance: 'PT23H59M' })
  expect((await confirm(late)).status).toBe(200)
  expect((await ask(person, later)).status).toBe(200)
  await world.control({ advance: 'PT24H1M' })
  expect((await confirm(later)).status).toBe(400)
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

it('a new password ends other sessions, renews this one and sends a mail (D25, D15 [S])', async () => {
  const person = await registered(world)
  const other = await signedInAgain(world, person)
  const cookie = person.client.cookieHeader()
  const body = { currentPassword: password, newPassword }
  expect(await person.client.call(profile.changePassword, { body })).toEqual({ success: true })
  expect((await other.try(currentUser)).status).toBe(401)
  expect(await person.client.call(currentUser)).toMatchObject({ id: person.id })
  expect([await statusWith(world, cookie), (await sessionsOf(world, person)).length]).toEqual([401, 1])
  expect((await subjectsTo(world, person))[0]).toBe('Your password was changed')
  const signIns = [await signIn(world, person), await signIn(world, person, newPassword)]
  expect(signIns.map(({ status }) => status)).toEqual([401, 200])
})

it('a new password is refused with the message of its field (D11, D25)', async () => {
  const person = await registered(world)
  await signedInAgain(world, person)
  for (const [body, field, message] of [
    [{ newPassword }, 'currentPassword', 'Your current password is required'],
    [{ currentPassword: wrong, newPassword }, 'currentPassword', 'This is not your current password.'],
    [{ currentPassword: password }, 'newPassword', 'Password is required'],
    [
      { currentPassword: password, newPassword: 'seven-7' },
      'newPassword',
      'Password must be at least 8 characters long',
    ],
    [{ currentPassword: password, newPassword: 'Password123' }, 'newPassword', 'Please choose a less common password.'],
  ] as const)
    await expectRefused(profile.changePassword, [person, { body }, 400, { field, message }])
  expect(await sessionsOf(world, person)).toHaveLength(2)
  expect((await signIn(world, person)).status).toBe(200)
})

it('a new password takes 10 wrong current ones in 15 minutes (D13 [S], D25)', async () => {
  const { client, id } = await registered(strict)
  strict.clock.holdReal()
  const change = (currentPassword: string) =>
    client.try(profile.changePassword, { body: { currentPassword, newPassword } })
  await change(wrong)
  await strict.sql('update rate_limit set hits = 10 where key = $1', [`password:${id}`])
  expectLimited(await change(password))
}, 40_000)

it('the link that confirms an address is mailed again 3 times an hour (D24)', async () => {
  const { client } = await registered(strict)
  strict.clock.holdReal()
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) statuses.push((await client.try(profile.resendVerification)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
}, 40_000)

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

it('sign-ins are listed with browser and times, the current one marked (D25, S125)', async () => {
  const person = await registered(world)
  await registered(world)
  await signedInAgain(world, person, chrome)
  await world.sql(
    "update session set created_at = now() - interval '3 days', last_seen_at = now() - interval '2 days' where user_id = $1 and user_agent = $2",
    [person.id, chrome],
  )
  const list = await person.client.call(profile.signIns)
  const shown = { id: expect.any(String), firstSeenAt: expect.any(String), lastSeenAt: expect.any(String) }
  expect(list).toEqual([
    { ...shown, browser: null, isCurrent: true },
    { ...shown, browser: 'Chrome on Windows', isCurrent: false },
  ])
  expect(Date.now() - Date.parse(list[1]?.lastSeenAt ?? '')).toBeGreaterThan(47 * 3_600_000)
  for (const { sid } of await sessionsOf(world, person)) expect(JSON.stringify(list)).not.toContain(sid)
})

it('sign-ins note when a browser was last used, at most once an hour (D25, S125)', async () => {
  const person = await registered(world)
  const ageMs = async () => Date.now() - Date.parse((await person.client.call(profile.signIns))[0]?.lastSeenAt ?? '')
  const seenBefore = (age: string) =>
    world.sql('update session set last_seen_at = now() - $2::interval where user_id = $1', [person.id, age])
  await seenBefore('50 minutes')
  expect(await ageMs()).toBeGreaterThan(49 * 60_000)
  await seenBefore('61 minutes')
  expect(await ageMs()).toBeLessThan(60_000)
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
