import { describe, expect, it } from 'vitest'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { answerRegistration, registrationStatus, setTempPassword } from '#contract/organizations/payment.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import {
  ownWorld,
  password,
  queuedMails,
  registered,
  type TestClient,
  type TestPerson,
  waitForMails,
} from '#tests/calls.ts'
import { rowOf } from '../../../kit/organizations/organization-registrations.ts'
import {
  openPayment,
  organizationsOf,
  paidOrganization,
  type Registered,
  registeredOrganization,
} from '../../../kit/organizations/paid-organizations.ts'
import { dayMs } from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

const newPassword = 'quiet-river-42'

function setPassword(client: TestClient, email: string, more: object = {}) {
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

const statusOf = (client: TestClient, id: string) => client.call(registrationStatus, { params: { id } })

async function setupTokenOf({ email, organizationName }: Registered): Promise<string> {
  const [mail] = await waitForMails(world, email, `${organizationName} is ready`)
  const token = /[?&]setup=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error('The mail has no link')
  return token
}

describe('GET /api/organizations/registrations/{id}/status (D104)', () => {
  it('shows names and e-mail to the browser that registered, and to nobody else', async () => {
    const order = await registeredOrganization(world)
    const details = {
      organizationName: order.organizationName,
      contactName: 'Olive Owner',
      contactEmail: order.email,
      amounts: { oneTime: 1050, monthly: 369, today: 1419 },
      expiresAt: expect.any(String),
      next: null,
    }
    expect(await statusOf(order.client, order.id)).toEqual({ id: order.id, status: 'awaiting_payment', details })
    expect(await statusOf(world.visitor(), order.id)).toEqual({
      id: order.id,
      status: 'awaiting_payment',
      details: null,
    })
    await openPayment(order)
    expect((await statusOf(order.client, order.id)).status).toBe('awaiting_payment')
  })

  it('reports paid and the next step after the payment, and expired after 14 days', async () => {
    const paid = await paidOrganization(world)
    expect(await statusOf(paid.client, paid.id)).toMatchObject({ status: 'paid', details: { next: 'password' } })
    expect(await statusOf(world.visitor(), paid.id)).toEqual({ id: paid.id, status: 'paid', details: null })
    const unpaid = await registeredOrganization(world)
    const before = new Date(world.services.clock.now().getTime() - dayMs)
    await world.sql('update business_registration set expires_at = $2 where id = $1', [unpaid.id, before])
    expect((await statusOf(unpaid.client, unpaid.id)).status).toBe('expired')
  })

  it('answers 404 to other ids', async () => {
    const reply = await world.visitor().try(registrationStatus, { params: { id: crypto.randomUUID() } })
    expect([reply.status, reply.body.code]).toEqual([404, 'registration_not_found'])
  })
})

describe('POST /api/auth/update-temp-password (D105 [S])', () => {
  it('sets the first password in the browser that registered; then signing in works, in the organization (S554, S555)', async () => {
    const order = await paidOrganization(world)
    const reply = await setPassword(order.client, order.email.toUpperCase(), { firstName: 'Ada', lastName: 'Admin' })
    expect([reply.status, reply.body]).toEqual([200, { status: 'password_set' }])
    const me = await order.client.call(auth.login, { body: { email: order.email, password: newPassword } })
    expect(me).toMatchObject({
      firstName: 'Ada',
      lastName: 'Admin',
      role: 'organization_admin',
      hasOrganizationAccess: true,
      organizationRole: 'admin',
      organizationCredits: 1000,
    })
    expect((await statusOf(order.client, order.id)).details?.next).toBeNull()
  })

  it('works with the mailed link in any browser, once, for seven days, and proves the address', async () => {
    const order = await paidOrganization(world)
    const setupToken = await setupTokenOf(order)
    expect((await setPassword(world.visitor(), order.email, { setupToken: 'x'.repeat(43) })).status).toBe(202)
    const reply = await setPassword(world.visitor(), order.email, { setupToken })
    expect([reply.status, reply.body.status]).toEqual([200, 'password_set'])
    expect((await signIn(order.email)).body).toMatchObject({ emailVerified: true })
    expect(
      (await setPassword(world.visitor(), order.email, { setupToken, newPassword: 'other-river-43' })).status,
    ).toBe(202)
    expect((await signIn(order.email, 'other-river-43')).status).toBe(401)

    const late = await paidOrganization(world)
    const lateToken = await setupTokenOf(late)
    await world.sql(
      "update password_reset_token set expires_at = expires_at - interval '8 days' where purpose = 'setup'",
    )
    expect((await setPassword(world.visitor(), late.email, { setupToken: lateToken })).status).toBe(202)
    expect(await isWithoutPassword(late.email)).toBe(true)
  })

  it("refuses takeovers: an e-mail alone, another person's cookie or link, an account with a password", async () => {
    const victim = await paidOrganization(world)
    const attacker = await paidOrganization(world)
    const attackerToken = await setupTokenOf(attacker)
    const unpaid = await registeredOrganization(world, { contactEmail: victim.email })
    const person = await registered(world)
    for (const [client, email, more] of [
      [world.visitor(), victim.email, {}],
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
    expect((await signIn(person.email, password)).status).toBe(200)
    expect((await queuedMails(world, 'nobody@firm.test')).length).toBe(0)
  })

  it('mails a link instead, which works (D105)', async () => {
    const order = await paidOrganization(world)
    await setupTokenOf(order)
    await setPassword(world.visitor(), order.email)
    await waitForMails(world, order.email, `${order.organizationName} is ready`, 2)
    const reply = await setPassword(world.visitor(), order.email, { setupToken: await setupTokenOf(order) })
    expect(reply.status).toBe(200)
  })

  it.each([
    [{ newPassword: 'short77' }, 'newPassword', 'Password must be at least 8 characters long'],
    [{ newPassword: 'Password123' }, 'newPassword', 'Please choose a less common password.'],
    [{ firstName: ' ' }, 'firstName', 'First name is required'],
    [{ lastName: '' }, 'lastName', 'Last name is required'],
  ])('refuses %j (S521, S522, D11)', async (more, field, message) => {
    const reply = await setPassword(world.visitor(), 'somebody@firm.test', more)
    expect([reply.status, reply.body.field, reply.body.message]).toEqual([400, field, message])
  })

  it('is limited to five attempts an hour for one address', async () => {
    const statuses: number[] = []
    const factor = world.services.config.rateLimitFactor
    for (let i = 0; i <= 5 * factor && i < 8; i++) {
      statuses.push((await setPassword(world.visitor(), 'tried@firm.test')).status)
    }
    expect(statuses.at(-1)).toBe(factor === 1 ? 429 : 202)
  })
})

describe('a contact with an account (D106)', () => {
  async function paidFor(person: TestPerson): Promise<Registered> {
    return paidOrganization(world, { contactEmail: person.email })
  }

  async function proven(): Promise<TestPerson> {
    const person = await registered(world)
    await world.sql('update users set email_verified = true where id = $1', [person.id])
    return person
  }

  function answer(person: TestPerson, id: string, what: 'attach' | 'not_mine') {
    return person.client.try(answerRegistration, { params: { id }, body: { answer: what } })
  }

  it('is asked and accepts: admin there, with the old platform role, working in it', async () => {
    const person = await proven()
    const order = await paidFor(person)
    await waitForMails(world, person.email, `${order.organizationName} is ready`)
    expect((await setPassword(order.client, person.email)).status).toBe(202)
    expect((await person.client.call(userOrganization)).isMember).toBe(false)
    expect(await statusOf(person.client, order.id)).toMatchObject({ details: { next: 'attach' } })

    const reply = await answer(person, order.id, 'attach')
    const [organization] = await organizationsOf(world, order)
    expect([reply.status, reply.body.organizationId]).toEqual([200, organization?.id])
    expect(await person.client.call(currentUser)).toMatchObject({
      role: 'user',
      organizationId: organization?.id,
      organizationRole: 'admin',
    })
    const builds = await world.sql('select from agent_request where organization_id = $1', [organization?.id])
    expect(builds).toHaveLength(1)
    const again = await answer(person, order.id, 'not_mine')
    expect([again.status, again.body.code]).toEqual([409, 'already_answered'])
  })

  it('answers that it is not theirs: no membership there, and the platform is notified', async () => {
    const person = await proven()
    const order = await paidFor(person)
    expect((await answer(person, order.id, 'not_mine')).body.organizationId).toBeNull()
    expect((await person.client.call(userOrganization)).isMember).toBe(false)
    expect((await rowOf(world, order.id)).admin_state).toBe('refused')
    const told = await world.sql(
      "select subject from user_communication where from_user_id = $1 and audience = 'admins'",
      [person.id],
    )
    expect(told).toEqual([{ subject: `Not my organization: ${order.organizationName}` }])
  })

  it('must have proven the address, because anybody can register with any (S)', async () => {
    const squatter = await registered(world)
    const order = await paidFor(squatter)
    const reply = await answer(squatter, order.id, 'attach')
    expect([reply.status, reply.body.code]).toEqual([409, 'email_unconfirmed'])
    expect((await squatter.client.call(userOrganization)).isMember).toBe(false)
  })

  it('is the only one who is asked: strangers get 401, others and unpaid ones 404', async () => {
    const person = await proven()
    const order = await paidFor(person)
    const params = { id: order.id }
    const body = { answer: 'attach' } as const
    expect((await world.visitor().try(answerRegistration, { params, body })).status).toBe(401)
    expect((await answer(await proven(), order.id, 'attach')).status).toBe(404)
    const unpaid = await registeredOrganization(world, { contactEmail: person.email })
    expect((await answer(person, unpaid.id, 'attach')).status).toBe(404)
    const created = await paidOrganization(world)
    expect((await answer(person, created.id, 'attach')).status).toBe(404)
  })
})
