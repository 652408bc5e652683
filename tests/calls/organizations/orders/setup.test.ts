import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { verifyResetToken } from '#contract/identity/mailed-links.ts'
import { answerRegistration, registrationStatus, setTempPassword } from '#contract/organizations/payment.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import * as kit from '#tests/calls.ts'
import { describe, expect, expectRefused, it, paidOrganization, registered, tags, waitForMails } from '#tests/calls.ts'
import { rowOf } from '../../../kit/organizations/organization-registrations.ts'

const world = await kit.sharedWorld()

const newPassword = 'quiet-river-42'

function setPassword(client: kit.TestClient, email: string, more: object = {}) {
  const body = { email, newPassword, firstName: 'Olive', lastName: 'Owner', ...more }
  return client.try(setTempPassword, { body })
}

function signIn(email: string, typed = newPassword) {
  return world.visitor().try(auth.login, { body: { email, password: typed } })
}

async function isWithoutPassword(email: string): Promise<boolean> {
  const rows = await world.sql('select from users where email = $1 and password_hash is null', [email])
  return rows.length === 1
}

const statusOf = (client: kit.TestClient, id: string) => client.call(registrationStatus, { params: { id } })

/** Waits for this many mails with a link. Returns the token of the newest. */
async function setupTokenOf({ email }: kit.Registered, count = 1): Promise<string> {
  await waitForMails(world, email, 'Your organization is ready', count)
  const token = /[?&]setup=([\w-]+)/.exec((await kit.queuedMails(world, email))[0]?.text ?? '')?.[1]
  if (!token) throw new Error('The mail has no link')
  return token
}

it('only the browser that registered sees names, e-mail, price and last day', tags('D104'), async () => {
  const [order, other] = [await kit.registeredOrganization(world), await kit.registeredOrganization(world)]
  const { id } = order
  const { expires_at: expiresAt } = await rowOf(world, id)
  const details = {
    organizationName: order.organizationName,
    contactName: 'Olive Owner',
    contactEmail: order.email,
    amounts: { oneTime: 1050, monthly: 369, today: 1419 },
    expiresAt: expiresAt.toISOString(),
    next: null,
  }
  const status = 'awaiting_payment'
  expect(await statusOf(order.client, id)).toEqual({ id, status, details })
  for (const client of [world.visitor(), other.client])
    expect(await statusOf(client, id)).toEqual({ id, status, details: null })
  await kit.openPayment(order)
  expect((await statusOf(order.client, id)).status).toBe(status)
  const unknown = { params: { id: crypto.randomUUID() } }
  await expectRefused(registrationStatus, [other, unknown, 404, 'registration_not_found'])
})

describe('POST /api/auth/update-temp-password [S]', tags('D105'), () => {
  it('sets the first password in the browser that registered', tags('S554 S555'), async () => {
    const { client, email, id } = await paidOrganization(world)
    expect(await statusOf(client, id)).toMatchObject({ status: 'paid', details: { next: 'password' } })
    expect(await statusOf(world.visitor(), id)).toEqual({ id, status: 'paid', details: null })
    const reply = await setPassword(client, email.toUpperCase(), { firstName: 'Ada', lastName: 'Admin' })
    expect([reply.status, reply.body]).toEqual([200, { status: 'password_set' }])
    const place = { hasOrganizationAccess: true, organizationRole: 'admin', organizationCredits: 1000 }
    const named = { firstName: 'Ada', lastName: 'Admin', role: 'organization_admin' }
    const me = await client.call(auth.login, { body: { email, password: newPassword } })
    expect(me).toMatchObject({ ...named, ...place })
    expect((await statusOf(client, id)).details?.next).toBeNull()
  })

  it('refuses takeovers by address, cookie or link; a mailed link works once', async () => {
    const [victim, attacker] = [await paidOrganization(world), await paidOrganization(world)]
    const attackerToken = await setupTokenOf(attacker)
    const unpaid = await kit.registeredOrganization(world, { contactEmail: victim.email })
    const person = await registered(world)
    for (const [client, email, more] of [
      [world.visitor(), victim.email, { setupToken: 'x'.repeat(43) }],
      [attacker.client, victim.email, {}],
      [attacker.client, victim.email, { setupToken: attackerToken }],
      [unpaid.client, victim.email, {}],
      [attacker.client, person.email, {}],
      [world.visitor(), 'nobody@firm.test', {}],
    ] as const) {
      const reply = await setPassword(client, email, more)
      expect([reply.status, reply.body]).toEqual([202, { status: 'mail_sent' }])
    }
    expect(await isWithoutPassword(victim.email)).toBe(true)
    expect((await signIn(person.email, kit.password)).status).toBe(200)
    expect(await kit.queuedMails(world, 'nobody@firm.test')).toEqual([])

    // The first link is that of the payment; each refusal mailed another one.
    const setupToken = await setupTokenOf(victim, 5)
    const typed = (password: string) =>
      setPassword(world.visitor(), victim.email, { setupToken, newPassword: password })
    expect(await typed(newPassword)).toMatchObject({ status: 200, body: { status: 'password_set' } })
    expect((await signIn(victim.email)).body).toMatchObject({ emailVerified: true })
    const read = { params: { token: setupToken } }
    expect(await world.visitor().call(verifyResetToken, read)).toEqual({ valid: false, isUsed: true })
    expect((await typed('other-river-43')).status).toBe(202)
    expect((await signIn(victim.email, 'other-river-43')).status).toBe(401)

    const late = { setupToken: await setupTokenOf(attacker) }
    const age = `update password_reset_token set expires_at = expires_at - interval '8 days'
      where purpose = 'setup' and user_id = (select id from users where email = $1)`
    await world.sql(age, [attacker.email])
    expect((await setPassword(world.visitor(), attacker.email, late)).status).toBe(202)
    expect(await isWithoutPassword(attacker.email)).toBe(true)
  })

  it('refuses weak passwords and missing names (S521, S522, D11)', async () => {
    for (const [more, field, message] of [
      [{ newPassword: 'short77' }, 'newPassword', 'Password must be at least 8 characters long'],
      [{ newPassword: 'Password123' }, 'newPassword', 'Please choose a less common password.'],
      [{ firstName: ' ' }, 'firstName', 'First name is required'],
      [{ lastName: '' }, 'lastName', 'Last name is required'],
    ] as const) {
      const problem = { status: 400, body: { field, message } }
      expect(await setPassword(world.visitor(), 'somebody@firm.test', more)).toMatchObject(problem)
    }
  })
})

it('a contact with a proven account is asked alone: it is theirs, or not', tags('D106'), async () => {
  const [person, other] = [await registered(world), await registered(world)]
  const order = await paidOrganization(world, { contactEmail: person.email })
  await waitForMails(world, person.email, 'Your organization is ready')
  expect((await setPassword(order.client, person.email)).status).toBe(202)
  // Anybody can register with any address (S).
  const inputOf = (id: string, answer: 'attach' | 'not_mine') => ({ params: { id }, body: { answer } })
  const attach = inputOf(order.id, 'attach')
  await expectRefused(answerRegistration, [person, attach, 409, 'email_unconfirmed'])
  await world.sql('update users set email_verified = true where id = any($1)', [[person.id, other.id]])
  const unpaid = await kit.registeredOrganization(world, { contactEmail: person.email })
  await expectRefused(
    answerRegistration,
    [other, attach, 404, 'registration_not_found'],
    [person, inputOf(unpaid.id, 'attach'), 404, 'registration_not_found'],
  )
  expect((await person.client.call(userOrganization)).isMember).toBe(false)
  expect(await statusOf(person.client, order.id)).toMatchObject({ details: { next: 'attach' } })

  const [{ id: organizationId } = { id: 0 }] = await kit.organizationsOf(world, order)
  expect(await person.client.call(answerRegistration, attach)).toMatchObject({ organizationId })
  const place = { role: 'user', organizationId, organizationRole: 'admin' }
  expect(await person.client.call(currentUser)).toMatchObject(place)
  const builds = await world.sql('select from agent_request where organization_id = $1', [organizationId])
  expect(builds).toHaveLength(1)
  await expectRefused(answerRegistration, [person, inputOf(order.id, 'not_mine'), 409, 'already_answered'])

  // The platform is notified of a refusal.
  const wrong = await paidOrganization(world, { contactEmail: person.email })
  const refusal = await person.client.call(answerRegistration, inputOf(wrong.id, 'not_mine'))
  expect(refusal.organizationId).toBeNull()
  expect((await person.client.call(userOrganization)).memberships).toMatchObject([{ id: organizationId }])
  expect((await rowOf(world, wrong.id)).admin_state).toBe('refused')
  const select = "select subject from user_communication where from_user_id = $1 and audience = 'admins'"
  const told = [{ subject: `Not my organization: ${wrong.organizationName}` }]
  expect(await world.sql(select, [person.id])).toEqual(told)
})
