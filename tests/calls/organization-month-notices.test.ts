import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { organizationOverview } from '#contract/organization-dashboard.ts'
import * as members from '#contract/organization-members.ts'
import * as voice from '#contract/voice.ts'
import { closeUnbroken } from '../invariants.ts'
import { chargedOf, end, type Firm, firmWithMember, limit, start, tick } from '../limited-members.ts'
import { queuedMails } from '../mailbox.ts'
import { openWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => closeUnbroken(world))

describe('notices of monthly minutes (D131)', () => {
  const subjects = async ({ person }: Firm) =>
    (await queuedMails(world, person.email)).map(({ subject }) => subject).filter((text) => text.includes('minutes'))

  /** Ends a conversation of so many seconds as the page does. */
  async function talk(firm: Firm, seconds: number): Promise<void> {
    const { id } = await firm.person.client.call(voice.startSession, { body: { agentId: firm.agentId } })
    await world.sql(
      'update voice_session set used_ms = $2, agent_spoke = true, connected_at = created_at where id = $1',
      [id, seconds * 1000],
    )
    await tick(world, id, seconds * 1000)
    await end(firm, id)
  }

  it('come at 80 and at 100 %, once each in a month', async () => {
    const firm = await firmWithMember(world, 5)
    await talk(firm, 239)
    expect(await subjects(firm)).toEqual([])
    await limit(firm, 4)
    expect(await subjects(firm)).toEqual([`You have used 80 % of your minutes at ${await nameOf(firm)}`])
    await limit(firm, 5)
    await talk(firm, 20)
    expect(await subjects(firm)).toHaveLength(1)
    await limit(firm, 6)
    await talk(firm, 101)
    expect(await chargedOf(world, firm)).toBe(360_000)
    const name = await nameOf(firm)
    expect(await subjects(firm)).toEqual([
      `Your minutes at ${name} are used up for this month`,
      `You have used 80 % of your minutes at ${name}`,
    ])
    const [used] = await queuedMails(world, firm.person.email)
    expect(used?.text).toContain('You have talked 6 of the 6 minutes')
    await limit(firm, 5)
    expect(await subjects(firm)).toHaveLength(2)
    await world.sql("update organization_user set limit_notice_month = '2020-01-01' where user_id = $1", [
      firm.person.id,
    ])
    // New limits, because the mailbox counts two mails with the same text once.
    await Promise.all([limit(firm, 5), limit(firm, 4), limit(firm, 3)])
    expect(await subjects(firm)).toHaveLength(3)
  })

  it('are not sent without a limit, or where it is 0 and nothing was talked', async () => {
    const firm = await firmWithMember(world, null, 600)
    expect(await subjects(firm)).toEqual([])
    const none = await firmWithMember(world, 0)
    expect(await subjects(none)).toEqual([])
    expect((await start(none)).body.message).toBe(
      'Insufficient credits: your monthly budget is used up. An admin of your organization can give you more.',
    )
  })

  async function nameOf({ firm }: Firm): Promise<string> {
    const [row] = await world.sql<{ name: string }>('select name from organization where id = $1', [firm.id])
    return row?.name ?? ''
  }
})

describe('the figures of monthly minutes (D131)', () => {
  it('are for its admins and whoever they are about', async () => {
    const firm = await firmWithMember(world, 10, 90)
    expect(await firm.person.client.call(organizationOverview, { query: {} })).toMatchObject({
      ownMinutesThisMonth: 1.5,
      ownLimitMinutes: 10,
    })
    const listed = await firm.firm.owner.client.call(members.members, { query: {} })
    expect(listed.find(({ id }) => id === firm.person.id)).toMatchObject({
      minutesThisMonth: 1.5,
      monthlyLimitMinutes: 10,
    })
    expect(listed.find(({ id }) => id === firm.firm.owner.id)).toMatchObject({
      minutesThisMonth: 0,
      monthlyLimitMinutes: null,
    })
    const directory = await firm.person.client.call(members.members, { query: {} })
    for (const row of directory) expect(row).not.toHaveProperty('minutesThisMonth')
  })
})
