import { organizationOverview } from '#contract/organizations/dashboard.ts'
import * as members from '#contract/organizations/members.ts'
import * as voice from '#contract/conversations/voice.ts'
import { describe, expect, it, member, queuedMails, sharedWorld } from '#tests/calls.ts'
import {
  chargedOf,
  end,
  type Firm,
  firmWithMember,
  limit,
  start,
  tick,
} from '../../../kit/organizations/limited-members.ts'

const world = await sharedWorld()

describe('notices of monthly minutes (D131)', () => {
  const subjects = async ({ person }: Firm) =>
    (await queuedMails(world, person.email)).map(({ subject }) => subject).filter((text) => text.includes('minutes'))

  /** Ends a conversation of this many seconds as the page does. */
  async function talk(firm: Firm, seconds: number): Promise<void> {
    const { id } = await firm.person.client.call(voice.startConversation, { body: { agentId: firm.agentId } })
    await world.sql(
      'update voice_session set used_ms = $2, agent_spoke = true, connected_at = created_at where id = $1',
      [id, seconds * 1000],
    )
    await tick(world, id, seconds * 1000)
    await end(firm, id)
  }

  it('come at 80 and at 100 %, once each in a month', async () => {
    const firm = await firmWithMember(world, 5)
    const name = await nameOf(firm)
    await talk(firm, 150)
    expect(await subjects(firm)).toEqual([])
    await talk(firm, 90)
    expect(await subjects(firm)).toEqual([`You have used 80% of your minutes at ${name}`])
    await talk(firm, 60)
    expect(await chargedOf(world, firm)).toBe(300_000)
    const [used] = await queuedMails(world, firm.person.email)
    expect(used?.subject).toBe(`Your minutes at ${name} are used up for this month`)
    expect(used?.text).toContain('You have used 5 of the 5 minutes')
    // The same number again is not a new limit.
    await limit(firm, 5)
    expect(await subjects(firm)).toHaveLength(2)
    await world.sql("update organization_user set limit_notice_month = '2020-01-01' where user_id = $1", [
      firm.person.id,
    ])
    // New limits, because the mailbox counts two mails with the same text once.
    await Promise.all([limit(firm, 4), limit(firm, 4), limit(firm, 4)])
    expect(await subjects(firm)).toHaveLength(3)
  })

  it('both come when one conversation passes both marks (D131)', async () => {
    const firm = await firmWithMember(world, 2)
    await talk(firm, 120)
    const name = await nameOf(firm)
    expect((await subjects(firm)).toSorted()).toEqual([
      `You have used 80% of your minutes at ${name}`,
      `Your minutes at ${name} are used up for this month`,
    ])
  })

  it('follow the current limit: a new one has marks of its own (D131)', async () => {
    const firm = await firmWithMember(world, 2)
    await talk(firm, 120)
    await limit(firm, 10)
    expect(await subjects(firm)).toHaveLength(2)
    await talk(firm, 480)
    expect(await subjects(firm)).toHaveLength(4)
    const texts = (await queuedMails(world, firm.person.email)).map(({ text }) => text).slice(0, 2)
    for (const text of texts) expect(text).toContain('You have used 10 of the 10 minutes')
    // A limit lowered below what was used is used up at once, and one mail says everything.
    await limit(firm, 9)
    expect(await subjects(firm)).toHaveLength(5)
    const [last] = await queuedMails(world, firm.person.email)
    expect(last?.text).toContain('You have used 10 of the 9 minutes')
  })

  it("go to the organization's admins as well, and once to a person who is both (D131)", async () => {
    const firm = await firmWithMember(world, 2)
    const { owner } = firm.firm
    const [fellow, plain] = [await member(world, firm.firm.id, { role: 'admin' }), await member(world, firm.firm.id)]
    await world.sql("update users set first_name = 'Mia', last_name = 'Lind' where id = $1", [firm.person.id])
    await talk(firm, 100)
    const name = await nameOf(firm)
    for (const { email } of [owner, fellow]) {
      const [notice] = await queuedMails(world, email)
      expect(notice?.subject).toBe(`Mia Lind has used 80% of their minutes at ${name}`)
      expect(notice?.text).toContain(`Mia Lind has used 1.67 of the 2 minutes that they get from ${name} each month`)
      expect(notice?.text).toContain('/organization-dashboard?tab=users')
    }
    expect(await subjects({ ...firm, person: plain })).toEqual([])
    await limit({ ...firm, person: owner }, 1)
    await talk({ ...firm, person: owner }, 50)
    expect((await subjects({ ...firm, person: owner })).toSorted()).toEqual([
      `Mia Lind has used 80% of their minutes at ${name}`,
      `You have used 80% of your minutes at ${name}`,
    ])
    expect(await subjects({ ...firm, person: fellow })).toHaveLength(2)
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
  it('are for its admins and for the member', async () => {
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
