import { describe, expect, it } from 'vitest'
import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import * as auth from '#contract/identity/auth.ts'
import { currentUser, logout } from '#contract/identity/current-user.ts'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import type { ProblemBody } from '#contract/call.ts'
import {
  askForResetToken,
  ownWorld,
  password,
  promoteToAdmin,
  queuedMails,
  registered,
  resetRequestsDone,
  type TestPerson,
  waitForMails,
} from '#tests/calls.ts'

const world = await ownWorld()

const newPassword = 'another-horse-8'

function sessionsOf(person: TestPerson) {
  return world.sql<{ sid: string }>('select sid from session where user_id = $1', [person.id])
}

function resetTokenFor(person: TestPerson): Promise<string> {
  return askForResetToken(world, person.email)
}

describe('POST /api/auth/login', () => {
  it('signs in and returns the person (S208)', async () => {
    const person = await registered(world)
    const browser = world.visitor()
    const me = await browser.call(auth.login, { body: { email: person.email, password } })
    expect(me).toMatchObject({ id: person.id, email: person.email, role: 'user' })
    expect(await browser.call(currentUser)).toMatchObject({ id: person.id })
  })

  it('trims the e-mail and ignores its case, and takes the password as it is (D12)', async () => {
    const person = await registered(world)
    const email = `  ${person.email.toUpperCase()} `
    expect((await world.visitor().try(auth.login, { body: { email, password } })).status).toBe(200)
    const padded = await world.visitor().try(auth.login, { body: { email, password: ` ${password}` } })
    expect(padded.status).toBe(401)
  })

  it.each([
    [{ password }, 'email', 'Email is required'],
    [{ email: '  ', password }, 'email', 'Email is required'],
    [{ email: 7, password }, 'email', 'Email is required'],
    [{ email: 'nobody', password }, 'email', 'Valid email is required'],
    [{ email: 'a@b', password }, 'email', 'Valid email is required'],
    [{ email: 'a@b@c.de', password }, 'email', 'Valid email is required'],
    [{ email: `${'a'.repeat(250)}@b.de`, password }, 'email', 'Valid email is required'],
    [{ email: 'a@b.de' }, 'password', 'Password is required'],
    [{ email: 'a@b.de', password: '' }, 'password', 'Password is required'],
  ])('refuses %j with the message of its field (S180, D12)', async (body, field, message) => {
    const reply = await world.visitor().request<ProblemBody>('POST', '/api/auth/login', body)
    expect([reply.status, reply.body]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_input', field, message }),
    ])
  })

  it('refuses a deactivated person only with the right password, and ends their sessions (D14 [S])', async () => {
    const person = await registered(world)
    await world.sql('update users set is_active = false where id = $1', [person.id])
    expect((await person.client.try(currentUser)).status).toBe(401)
    const right = await world.visitor().try(auth.login, { body: { email: person.email, password } })
    expect([right.status, right.body.code]).toEqual([403, 'account_deactivated'])
    expect(right.body.message).toBe('This account is deactivated. Contact support.')
    const wrong = await world.visitor().try(auth.login, { body: { email: person.email, password: newPassword } })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])
  })
})

describe('GET /api/auth/user', () => {
  it('answers 401 to a stranger and the balance to the signed-in person (S206, S119, S153)', async () => {
    expect((await world.visitor().try(currentUser)).status).toBe(401)
    const person = await registered(world)
    const me = await person.client.call(currentUser)
    expect(me).toMatchObject({ creditBalance: 0, balanceSeconds: 0, subscriptionStatus: null, hasAccess: false })
  })

  it('shows a changed role from the next request on (D15 [S])', async () => {
    const person = await registered(world)
    await promoteToAdmin(world, person)
    expect(await person.client.call(currentUser)).toMatchObject({ role: 'admin', hasAccess: true })
  })
})

describe('POST /api/auth/logout', () => {
  it('removes the session; 200 even without one (S210, S125, D17)', async () => {
    const person = await registered(world)
    const cookie = person.client.cookieHeader()
    expect(await person.client.call(logout)).toEqual({ success: true })
    expect(await sessionsOf(person)).toEqual([])
    const replayed = await world.visitor().request('GET', '/api/auth/user', undefined, { cookie })
    expect(replayed.status).toBe(401)
    expect(await person.client.call(logout)).toEqual({ success: true })
    expect(await world.visitor().call(logout)).toEqual({ success: true })
  })
})

/** A navigation as a browser makes it; `fetch` writes Sec-Fetch-Mode itself. */
async function navigate(person: TestPerson, headers: Record<string, string>) {
  const request = http.get(`${world.url}/api/logout`, { headers: { cookie: person.client.cookieHeader(), ...headers } })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return { status: response.statusCode, location: response.headers.location, body: await text(response) }
}

describe('GET /api/logout (D17 [S])', () => {
  const navigation = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }

  it('signs out and goes home when the browser marks a navigation from our own pages', async () => {
    const person = await registered(world)
    const reply = await navigate(person, navigation)
    expect([reply.status, reply.location]).toEqual([303, '/'])
    expect(await sessionsOf(person)).toEqual([])
  })

  it.each([
    {},
    { ...navigation, 'sec-fetch-site': 'cross-site' },
    { ...navigation, 'sec-fetch-site': 'same-site' },
    { ...navigation, 'sec-fetch-site': 'none' },
    { ...navigation, 'sec-fetch-mode': 'no-cors' },
  ])('only shows a page with one button for %j', async (headers) => {
    const person = await registered(world)
    const reply = await navigate(person, headers)
    expect(reply.status).toBe(200)
    expect(reply.body.match(/<button/g)).toHaveLength(1)
    expect(reply.body).toContain('Sign Out</button>')
    expect(await sessionsOf(person)).toHaveLength(1)
    const script = /<script src="([^"]+)"/.exec(reply.body)?.[1] ?? ''
    expect((await world.visitor().request<string>('GET', script)).body).toContain('/api/auth/logout')
  })
})

describe('a forgotten password', () => {
  it('gets the same answer for a known, an unknown and a deactivated address (S211, S257, D19 [S])', async () => {
    const person = await registered(world)
    const gone = await registered(world)
    await world.sql('update users set is_active = false where id = $1', [gone.id])
    const stranger = 'nobody-at-all@example.com'
    const replies = await Promise.all(
      [person.email, stranger, gone.email].map((email) =>
        world.visitor().try(mailedLinks.forgotPassword, { body: { email } }),
      ),
    )
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200])
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1)
    expect(replies[0]?.body.message).toBe('If an account with this email exists, a password reset link has been sent.')
    const subjects = async (email: string) => (await queuedMails(world, email)).map((mail) => mail.subject).toSorted()
    await resetRequestsDone(world)
    expect(await subjects(person.email)).toEqual(['Confirm your email address', 'Reset your password'])
    expect(await subjects(stranger)).toEqual([])
    expect(await subjects(gone.email)).toEqual(['Confirm your email address'])
  })

  it('mails a link on our own site and stores only the hash of its token (S126, D18 [S])', async () => {
    const person = await registered(world)
    const token = await resetTokenFor(person)
    const [mail] = await waitForMails(world, person.email, 'Reset your password')
    expect(mail?.text).toContain(`${world.url}/reset-password?token=${token}`)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = await world.sql<{ token: string; used: boolean; life: string }>(
      'select token, used, extract(epoch from expires_at - created_at) as life from password_reset_token where user_id = $1',
      [person.id],
    )
    expect(rows).toEqual([{ token: expect.not.stringContaining(token), used: false, life: '3600.000000' }])
  })

  it('sets a new password once, ends every session and voids the other links (S213, S171, D18 [S])', async () => {
    const person = await registered(world)
    await world.visitor().call(auth.login, { body: { email: person.email, password } })
    const [first, token] = [await resetTokenFor(person), await resetTokenFor(person)]
    expect(await sessionsOf(person)).toHaveLength(2)
    // Checking never redeems it.
    for (let i = 0; i < 2; i++) {
      expect(await world.visitor().call(mailedLinks.verifyResetToken, { params: { token } })).toEqual({ valid: true })
    }
    const browser = world.visitor()
    expect(await browser.call(mailedLinks.resetPassword, { body: { token, newPassword } })).toEqual({ success: true })
    expect(await sessionsOf(person)).toEqual([])
    expect((await person.client.try(currentUser)).status).toBe(401)
    expect((await browser.try(currentUser)).status).toBe(401)
    for (const used of [token, first]) {
      expect(await browser.call(mailedLinks.verifyResetToken, { params: { token: used } })).toEqual({ valid: false })
      const again = await browser.try(mailedLinks.resetPassword, {
        body: { token: used, newPassword: 'third-horse-9' },
      })
      expect([again.status, again.body.code]).toEqual([400, 'invalid_token'])
      expect(again.body.message).toBe('This reset link is invalid or has expired')
    }
    expect((await browser.try(auth.login, { body: { email: person.email, password } })).status).toBe(401)
    expect((await browser.try(auth.login, { body: { email: person.email, password: newPassword } })).status).toBe(200)
    expect((await queuedMails(world, person.email))[0]?.subject).toBe('Your password was changed')
  })

  it('lets one of many parallel resets win (D18 [S])', async () => {
    const person = await registered(world)
    const token = await resetTokenFor(person)
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        world.visitor().try(mailedLinks.resetPassword, { body: { token, newPassword: `parallel-horse-${i}` } }),
      ),
    )
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400, 400])
  })

  it('refuses a short and a common new password and keeps the link (S184, D11 [S])', async () => {
    const person = await registered(world)
    const token = await resetTokenFor(person)
    const short = await world.visitor().try(mailedLinks.resetPassword, { body: { token, newPassword: '1234567' } })
    expect([short.status, short.body.field]).toEqual([400, 'newPassword'])
    expect(short.body.message).toBe('Password must be at least 8 characters long')
    const common = await world.visitor().try(mailedLinks.resetPassword, { body: { token, newPassword: 'Password123' } })
    expect([common.status, common.body.message]).toEqual([400, 'Please choose a less common password.'])
    expect(await world.visitor().call(mailedLinks.verifyResetToken, { params: { token } })).toEqual({ valid: true })
  })

  it('accepts no token that was never created (S212)', async () => {
    const token = 'x'.repeat(43)
    expect(await world.visitor().call(mailedLinks.verifyResetToken, { params: { token } })).toEqual({ valid: false })
    const reply = await world.visitor().try(mailedLinks.resetPassword, { body: { token, newPassword } })
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_token'])
  })

  it('lasts one hour: 59 minutes are fine, 61 are not (S172, S259, D18 [S])', async () => {
    const person = await registered(world)
    const token = await resetTokenFor(person)
    await world.control({ advance: 'PT59M' })
    expect(await world.visitor().call(mailedLinks.verifyResetToken, { params: { token } })).toEqual({ valid: true })
    await world.control({ advance: 'PT2M' })
    expect(await world.visitor().call(mailedLinks.verifyResetToken, { params: { token } })).toEqual({ valid: false })
    const reply = await world.visitor().try(mailedLinks.resetPassword, { body: { token, newPassword } })
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_token'])
  })
})
