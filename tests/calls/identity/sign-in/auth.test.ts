import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { hash } from '@node-rs/argon2'
import { login } from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import { hashPassword } from '#server/identity/sign-in/password-hash.ts'
import { sessionsOf, signIn, subjectsTo } from '#tests/kit/identity/accounts.ts'
import * as kit from '#tests/calls.ts'

const { expect, expectRefused, it, password, registered, tags } = kit
const world = await kit.sharedWorld()
const newPassword = 'another-horse-8'

it('a sign-in trims the e-mail and ignores its case (S206, S208, S119, S153, D12)', async () => {
  const { id, email } = await registered(world)
  const browser = world.visitor()
  const me = await browser.call(login, { body: { email: `  ${email.toUpperCase()} `, password } })
  expect(me).toMatchObject({ id, email, role: 'user', creditBalance: 0, balanceSeconds: 0 })
  expect(me).toMatchObject({ subscriptionStatus: null, hasAccess: false })
  expect(await browser.call(currentUser)).toMatchObject({ id })
  expect((await signIn(world, { email }, ` ${password}`)).status).toBe(401)
})

it('a sign-in is refused with the message of its field (S180, D12)', async () => {
  const required = { field: 'email', message: 'Email is required' }
  const valid = { field: 'email', message: 'Valid email is required' }
  const missing = { field: 'password', message: 'Password is required' }
  const refused = (body: object, problem: object): kit.Refusal => {
    return [world.visitor(), { body }, 400, { code: 'invalid_input', ...problem }]
  }
  const invalid = ['nobody', 'a@b', 'a@b@c.de', `${'a'.repeat(250)}@b.de`]
  await expectRefused(
    login,
    ...[undefined, '  ', 7].map((email) => refused({ email, password }, required)),
    ...invalid.map((email) => refused({ email, password }, valid)),
    ...[undefined, ''].map((given) => refused({ email: 'a@b.de', password: given }, missing)),
  )
})

it('a password is the same however its letters are composed, and a former hash is renewed', tags('D200'), async () => {
  const [composed, apart] = ['Schl\u00FCssel-Wort 77', 'Schlu\u0308ssel-Wort 77']
  const { id, email } = await registered(world)
  const hashIs = (hash: string) => world.sql('update users set password_hash = $2 where id = $1', [id, hash])
  const stored = async () => (await world.sql('select password_hash from users where id = $1', [id]))[0]?.password_hash
  await hashIs(await hashPassword(composed))
  const kept = await stored()
  for (const typed of [apart, composed]) expect((await signIn(world, { email }, typed)).status).toBe(200)
  expect(await stored()).toBe(kept)
  // Before passwords had one form, they were hashed as typed.
  await hashIs(await hash(apart))
  expect((await signIn(world, { email }, composed)).status).toBe(401)
  for (const typed of [apart, composed]) expect((await signIn(world, { email }, typed)).status).toBe(200)
})

it('a deactivated person learns so only with the right password (D14 [S])', async () => {
  const person = await registered(world)
  await world.sql('update users set is_active = false where id = $1', [person.id])
  expect((await person.client.try(currentUser)).status).toBe(401)
  const message = 'This account is deactivated. Contact support.'
  const { email } = person
  await expectRefused(
    login,
    [world.visitor(), { body: { email, password } }, 403, { code: 'account_deactivated', message }],
    [world.visitor(), { body: { email, password: newPassword } }, 401, 'invalid_credentials'],
  )
})

it('GET /api/logout signs out only for a navigation from our own pages (D17 [S])', async () => {
  const person = await registered(world)
  const cookie = person.client.cookieHeader()
  /** A navigation as a browser makes it; `fetch` writes Sec-Fetch-Mode itself. */
  const navigate = async (headers: Record<string, string>) => {
    const request = http.get(`${world.url}/api/logout`, { headers: { cookie, ...headers } })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    return { status: response.statusCode, location: response.headers.location, body: await text(response) }
  }
  const navigation = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }
  for (const headers of [
    {},
    { ...navigation, 'sec-fetch-site': 'cross-site' },
    { ...navigation, 'sec-fetch-site': 'same-site' },
    { ...navigation, 'sec-fetch-site': 'none' },
    { ...navigation, 'sec-fetch-mode': 'no-cors' },
  ]) {
    const { status, body } = await navigate(headers)
    expect([headers, status, body.match(/<button/g)?.length]).toEqual([headers, 200, 1])
    expect(body).toContain('Sign Out</button>')
    const script = /<script src="([^"]+)"/.exec(body)?.[1] ?? ''
    expect((await world.visitor().request<string>('GET', script)).body).toContain('/api/auth/logout')
    expect(await sessionsOf(world, person)).toHaveLength(1)
  }
  expect(await navigate(navigation)).toMatchObject({ status: 303, location: '/' })
  expect(await sessionsOf(world, person)).toEqual([])
})

const stateOf = (token: string) => world.visitor().call(mailedLinks.verifyResetToken, { params: { token } })
const isValid = async (token: string) => (await stateOf(token)).valid
const reset = (token: string, password = newPassword, browser = world.visitor()) =>
  browser.try(mailedLinks.resetPassword, { body: { token, newPassword: password } })

it('a reset has one answer for all addresses (S211, S257, D19 [S])', async () => {
  const [person, gone] = [await registered(world), await registered(world)]
  await world.sql('update users set is_active = false where id = $1', [gone.id])
  const people = [person, { email: 'nobody-at-all@example.com' }, gone]
  const ask = ({ email }: { email: string }) => world.visitor().try(mailedLinks.forgotPassword, { body: { email } })
  const replies = await Promise.all(people.map(ask))
  const message = 'If an account with this email exists, a password reset link has been sent.'
  for (const { status, body } of replies) expect([status, body]).toEqual([200, { ...replies[0]?.body, message }])
  await kit.resetRequestsDone(world)
  const subjects = await Promise.all(people.map(async (one) => (await subjectsTo(world, one)).toSorted()))
  expect(subjects).toEqual([['Confirm your email address', 'Reset your password'], [], ['Confirm your email address']])
})

it('a reset works once, ends all sessions and voids links (S213, S171, S126, D18 [S])', async () => {
  const person = await registered(world)
  await signIn(world, person)
  const first = await kit.askForResetToken(world, person.email)
  const token = await kit.askForResetToken(world, person.email)
  const mails = await kit.waitForMails(world, person.email, 'Reset your password', 2)
  expect(mails.map((mail) => mail.text).join()).toContain(`${world.url}/reset-password?token=${token}`)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const links = 'select token, used, expires_at - created_at as life from password_reset_token where user_id = $1'
  const rows = await world.sql(links, [person.id])
  expect(rows).toContainEqual({ token: expect.any(String), used: false, life: { hours: 1 } })
  expect(JSON.stringify(rows)).not.toContain(token)

  expect(await stateOf('nothing')).toEqual({ valid: false, isUsed: false })
  // Checking never redeems it.
  expect([await isValid(token), await isValid(token)]).toEqual([true, true])
  expect(await sessionsOf(world, person)).toHaveLength(2)
  const browser = world.visitor()
  expect(await reset(token, newPassword, browser)).toMatchObject({ status: 200, body: { success: true } })
  expect(await sessionsOf(world, person)).toEqual([])
  for (const client of [person.client, browser]) expect((await client.try(currentUser)).status).toBe(401)
  const body = { code: 'invalid_token', message: 'This reset link is invalid or has expired' }
  for (const used of [token, first]) {
    expect(await stateOf(used)).toEqual({ valid: false, isUsed: true })
    expect(await reset(used, 'third-horse-9')).toMatchObject({ status: 400, body })
  }
  expect((await signIn(world, person)).status).toBe(401)
  expect((await signIn(world, person, newPassword)).status).toBe(200)
  expect((await subjectsTo(world, person))[0]).toBe('Your password was changed')
})

it('a reset refuses weak passwords, and one of many wins (S184, D11 [S])', async () => {
  const token = await kit.askForResetToken(world, (await registered(world)).email)
  const refused = (given: string, message: string): kit.Refusal => {
    return [world.visitor(), { body: { token, newPassword: given } }, 400, { field: 'newPassword', message }]
  }
  await expectRefused(
    mailedLinks.resetPassword,
    refused('1234567', 'Password must be at least 8 characters long'),
    refused('Password123', 'Please choose a less common password.'),
  )
  expect(await isValid(token)).toBe(true)
  const replies = await Promise.all([1, 2, 3, 4, 5, 6].map((i) => reset(token, `parallel-horse-${i}`)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400, 400])
})

it('a reset lasts 59 minutes, not 61, with no other token (S172, S212, S259, D18 [S])', async () => {
  const person = await registered(world)
  const token = await kit.askForResetToken(world, person.email)
  const age = 'update password_reset_token set expires_at = expires_at - $2::interval where user_id = $1'
  await world.sql(age, [person.id, '59 minutes'])
  expect(await isValid(token)).toBe(true)
  await world.sql(age, [person.id, '2 minutes'])
  for (const wrong of [token, 'x'.repeat(43)]) {
    expect(await isValid(wrong)).toBe(false)
    expect(await reset(wrong)).toMatchObject({ status: 400, body: { code: 'invalid_token' } })
  }
})
