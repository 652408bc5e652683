import { url } from '../fixtures.ts'
import { freshEmail, password, payWithCard, type Person, sql } from '../people.ts'

/** Organizations created by their first payment, and the admin who made it. */

export interface PaidOrganization {
  id: number
  name: string
  /** The pool. */
  accountId: string
  owner: Person
  paymentId: string
}

/** The default order. */
export const order = {
  contactName: 'Olive Owner',
  industry: 'consulting',
  companySize: '11-50',
  plannedUsers: '8',
  agentPurpose: 'Answers our clients.',
  userCount: 5,
  agentType: 'single',
  numberOfAgents: 2,
  minutePackage: 'growth',
  brandedPWA: true,
  ongoingOptimization: true,
}

let count = 0

/**
 * Registers, pays with a test card and sets the password: by default 5 users, Growth, 2 single agents and all extras.
 */
export async function paidOrganization(more: Partial<typeof order> = {}, card?: string): Promise<PaidOrganization> {
  const browser = new Browser()
  const [name, email] = [`Eastwind ${++count} of ${Date.now()}`, freshEmail()]
  const form = { ...order, ...more, organizationName: name, contactEmail: email }
  const { id: registrationId } = await browser.post<{ id: string }>('/api/organizations/register', form)
  const { clientSecret } = await browser.post<{ clientSecret: string }>('/api/create-organization-payment-intent', {
    registrationId,
  })
  const paymentId = await payWithCard(clientSecret, card)
  await browser.waitUntilPaid(registrationId)
  const names = { firstName: 'Olive', lastName: 'Owner' }
  await browser.post('/api/auth/update-temp-password', { email, newPassword: password, ...names })
  await browser.post('/api/auth/login', { email, password })
  const [made] = await sql<{ id: number; accountId: string; ownerId: string; ownAccountId: string }>(
    `select organization.id, account.id as "accountId", organization.created_by as "ownerId", own.id as "ownAccountId"
     from organization join account on account.organization_id = organization.id
     join account as own on own.user_id = organization.created_by where organization.name = $1`,
    [name],
  )
  if (!made) throw new Error(`${name} did not come into being`)
  const owner = { id: made.ownerId, email, accountId: made.ownAccountId, cookie: browser.session }
  return { id: made.id, name, accountId: made.accountId, owner, paymentId }
}

/** Keeps cookies like a browser. */
class Browser {
  readonly #cookies = new Map<string, string>()

  /** Name and value of the newest session. */
  session = ''

  async post<Answer>(path: string, body: unknown): Promise<Answer> {
    return this.#ask<Answer>(path, { method: 'POST', body: JSON.stringify(body) })
  }

  async waitUntilPaid(registrationId: string): Promise<void> {
    for (;;) {
      const { status } = await this.#ask<{ status: string }>(
        `/api/organizations/registrations/${registrationId}/status`,
        { method: 'GET' },
      )
      if (status === 'paid') return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  async #ask<Answer>(path: string, init: RequestInit): Promise<Answer> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const headers = { cookie, ...(init.body ? { 'content-type': 'application/json' } : {}) }
    const response = await fetch(url + path, { ...init, headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    for (const given of response.headers.getSetCookie()) {
      const [pair = ''] = given.split(';')
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      if (path === '/api/auth/login') this.session = pair
    }
    return JSON.parse(text) as Answer
  }
}
