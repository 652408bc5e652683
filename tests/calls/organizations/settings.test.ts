import { describe, expect, it } from 'vitest'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import * as settings from '#contract/organizations/settings.ts'
import * as transcripts from '#contract/conversations/transcripts.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, ownWorld, queuedMails, registered, subscriber, type TestPerson } from '#tests/calls.ts'
import {
  assign,
  join,
  member,
  organization,
  switchTo,
  type TestOrganization,
} from '../../kit/organizations/organizations.ts'
import { atProvider } from '../../kit/billing/provider.ts'
import { endedRow, startHeardTalk } from '../../kit/conversations/conversations.ts'
import { organizationsOf, paidOrganization } from '../../kit/organizations/paid-organizations.ts'

// What the admins of an organization set for it (D131).

const world = await ownWorld()

const change = ({ client }: TestPerson, body: object) =>
  client.try(settings.changeOrganizationSettings, { query: {}, body })
const read = ({ client }: TestPerson) => client.try(settings.organizationSettings, { query: {} })

/** Returns an organization that was ordered and paid, and an admin of it. */
async function paidFirm(): Promise<{ id: number; name: string; accountId: string; admin: TestPerson }> {
  const order = await paidOrganization(world)
  const [row] = await organizationsOf(world, order)
  const [id, accountId] = [row?.id ?? 0, row?.account_id ?? '']
  const admin = await registered(world)
  await join(world, admin, id, 'admin')
  return { id, name: order.organizationName, accountId, admin }
}

describe('the profile', () => {
  it('is read and changed by its admins, a field at a time', async () => {
    const firm = await organization(world)
    const { owner } = firm
    expect((await read(owner)).body).toMatchObject({ contactEmail: owner.email, websiteUrl: null, description: '' })
    const given = { name: ' New Name ', description: 'We sell boats.', contactEmail: 'Desk@Boats.test' }
    expect((await change(owner, given)).body).toEqual({
      name: 'New Name',
      description: 'We sell boats.',
      contactEmail: 'desk@boats.test',
      websiteUrl: null,
      allowsTranscripts: true,
      allowsMemory: true,
    })
    expect((await change(owner, { websiteUrl: 'boats.test' })).body).toMatchObject({
      name: 'New Name',
      websiteUrl: 'https://boats.test',
    })
    expect((await change(owner, { websiteUrl: '' })).body).toMatchObject({ websiteUrl: null })
    expect((await owner.client.call(organizationOverview, { query: {} })).name).toBe('New Name')
  })

  it.each([
    [{ name: ' ' }, 'name', 'Organization name is required'],
    [{ name: 'x'.repeat(121) }, 'name', 'Please use at most 120 characters'],
    [{ contactEmail: 'nobody' }, 'contactEmail', 'Please enter a valid email address'],
    [{ websiteUrl: 'javascript:alert(1)' }, 'websiteUrl', 'Please enter a valid URL'],
    [{ description: 'x'.repeat(2001) }, 'description', 'Please use at most 2,000 characters'],
  ])('does not take %j', async (given, field, message) => {
    const { owner } = await organization(world)
    expect(await change(owner, given)).toMatchObject({ status: 400, body: { field, message } })
  })

  it('is only for its admins (D120)', async () => {
    const firm = await organization(world)
    const stranger = (await organization(world)).owner
    const there = { organizationId: firm.id }
    for (const { person, status } of [
      { person: await member(world, firm.id), status: 403 },
      { person: stranger, status: 404 },
    ]) {
      const { client } = person
      expect((await client.try(settings.organizationSettings, { query: there })).status).toBe(status)
      expect(
        (await client.try(settings.changePoolAutoPurchase, { query: there, body: { enabled: false } })).status,
      ).toBe(status)
      expect((await client.try(settings.archiveOrganization, { query: there, body: { name: 'x' } })).status).toBe(
        status,
      )
    }
  })
})

describe('auto-purchase (D109)', () => {
  const autoPurchase = ({ client }: TestPerson, body: object) =>
    client.try(settings.changePoolAutoPurchase, { query: {}, body })

  it('is switched and limited by the admins of a paid organization', async () => {
    const { id, admin } = await paidFirm()
    const told = async () =>
      (await admin.client.call(organizationBilling, { params: { organizationId: String(id) } })).autoPurchase
    expect(await told()).toMatchObject({ enabled: true, monthlyCap: 270, price: 135 })
    expect((await autoPurchase(admin, { enabled: false })).body).toEqual({ success: true })
    expect(await told()).toMatchObject({ enabled: false, monthlyCap: 270 })
    expect((await autoPurchase(admin, { enabled: true, monthlyCap: 1000 })).status).toBe(200)
    expect(await told()).toMatchObject({ enabled: true, monthlyCap: 1000 })
    expect(await autoPurchase(admin, { monthlyCap: 134 })).toMatchObject({
      status: 400,
      body: { code: 'invalid_cap', field: 'monthlyCap' },
    })
    expect((await autoPurchase(admin, { monthlyCap: 10_001 })).status).toBe(400)
    expect(await told()).toMatchObject({ enabled: true, monthlyCap: 1000 })
  })

  it('requires a package', async () => {
    const { owner } = await organization(world)
    expect(await autoPurchase(owner, { enabled: true })).toMatchObject({ status: 409, body: { code: 'no_package' } })
  })
})

describe('saved transcripts', () => {
  /**
   * Talks until the agent has said something. Returns whether its text was kept automatically, and what Keep answers.
   */
  async function talk(person: TestPerson, agentId: string): Promise<{ isKept: boolean; keepStatus: number }> {
    const { id, client } = await startHeardTalk(person, agentId)
    await person.client.call(voice.endConversation, { params: { id }, body: {} })
    await client.closed
    const rows = await world.sql('select from session_transcript where session_id = $1', [id])
    const keep = await person.client.try(voice.keepTranscript, { params: { id } })
    return { isKept: rows.length === 1, keepStatus: keep.status }
  }

  async function talkers(): Promise<{ firm: TestOrganization; person: TestPerson; agentId: string }> {
    const [firm, agentId] = [await organization(world), await addAgent(world)]
    await assign(world, firm, agentId)
    const person = await subscriber(world)
    await join(world, person, firm.id)
    await switchTo(person, firm.id)
    await person.client.request('PATCH', '/api/account/transcript-settings', { save: true })
    return { firm, person, agentId }
  }

  it("follow each person's settings, until the organization switches them off; personal conversations are not affected", async () => {
    const { firm, person, agentId } = await talkers()
    expect(await talk(person, agentId)).toEqual({ isKept: true, keepStatus: 201 })
    expect((await change(firm.owner, { allowsTranscripts: false })).body).toMatchObject({ allowsTranscripts: false })
    expect(await talk(person, agentId)).toEqual({ isKept: false, keepStatus: 403 })
    expect(await person.client.call(transcripts.transcriptSettings)).toMatchObject({ save: true, isAllowedHere: false })
    const [{ count } = { count: 0 }] = await world.sql<{ count: number }>(
      'select count(*)::integer as count from session_transcript where user_id = $1',
      [person.id],
    )
    expect(count).toBe(1)
    await switchTo(person, null)
    expect(await person.client.call(transcripts.transcriptSettings)).toMatchObject({ save: true, isAllowedHere: true })
    expect((await talk(person, agentId)).isKept).toBe(true)
    await switchTo(person, firm.id)
    await change(firm.owner, { allowsTranscripts: true })
    expect(await talk(person, agentId)).toEqual({ isKept: true, keepStatus: 201 })
  }, 60_000)
})

describe('archiving (D129)', () => {
  const archive = ({ client }: TestPerson, name: string) =>
    client.try(settings.archiveOrganization, { query: {}, body: { name } })

  async function rowOf(id: number) {
    const [row] = await world.sql<{ is_active: boolean; stripe_subscription_id: string; pool_ms: number }>(
      `select is_active, stripe_subscription_id, (monthly_ms + purchased_ms)::integer as pool_ms
       from organization join account on account.organization_id = organization.id
       left join subscription on subscription.account_id = account.id where organization.id = $1`,
      [id],
    )
    return row
  }

  it('requires the typed name, ends access and subscription, and keeps pool and people', async () => {
    const { id, name, admin } = await paidFirm()
    const agentId = await addAgent(world)
    await world.sql(
      `insert into organization_agent (organization_id, agent_id, assigned_by, assigned_at, is_private)
       values ($1, $2, $3, now(), false)`,
      [id, agentId, admin.id],
    )
    const person = await member(world, id)
    const before = await rowOf(id)
    expect(await archive(admin, name.toUpperCase())).toMatchObject({
      status: 400,
      body: { code: 'wrong_name', field: 'name' },
    })
    expect(await rowOf(id)).toEqual(before)
    const talk = await startHeardTalk(person, agentId)
    expect((await archive(admin, ` ${name} `)).body).toEqual({ success: true })
    expect((await talk.client.next('session_ended', 10_000)).event.reason).toBe('access')
    await endedRow(world, talk.id)
    expect(await rowOf(id)).toMatchObject({ is_active: false })
    const bought = before?.pool_ms ?? 0
    expect((await rowOf(id))?.pool_ms).toBeGreaterThan(bought - 60_000)
    const atStripe = await atProvider<{ cancel_at_period_end: boolean; status: string }>(
      world,
      `subscriptions/${before?.stripe_subscription_id}`,
    )
    expect(atStripe).toMatchObject({ cancel_at_period_end: true, status: 'active' })
    expect(await person.client.try(voice.startConversation, { body: { agentId } })).toMatchObject({
      status: 403,
      body: { code: 'organization_inactive' },
    })
    for (const reply of [await change(admin, { name: 'Other' }), await archive(admin, name)]) {
      expect(reply).toMatchObject({ status: 409, body: { code: 'organization_inactive' } })
    }
    expect((await read(admin)).body).toMatchObject({ name })
    expect((await admin.client.call(organizationOverview, { query: {} })).isActive).toBe(false)
    expect((await queuedMails(world, admin.email)).map(({ subject }) => subject)).toContain(`${name} is archived`)
    expect((await queuedMails(world, person.email)).map(({ subject }) => subject)).not.toContain(`${name} is archived`)
  }, 60_000)

  it('does nothing while the provider is unreachable, and works without a subscription', async () => {
    const { id, name, admin } = await paidFirm()
    await world.control({ apiFault: { stripe: 'error' } })
    expect(await archive(admin, name)).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
    await world.control({ apiFault: { stripe: null } })
    expect(await rowOf(id)).toMatchObject({ is_active: true })
    const firm = await organization(world)
    const [row] = await world.sql<{ name: string }>('select name from organization where id = $1', [firm.id])
    expect((await archive(firm.owner, row?.name ?? '')).status).toBe(200)
    expect(await rowOf(firm.id)).toMatchObject({ is_active: false, pool_ms: 30_000_000 })
  })
})
