import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { members } from '#contract/organizations/members.ts'
import { startConversation } from '#contract/conversations/voice.ts'
import { describe, expect, it, mailedSubjects, member, queuedMails, sharedWorld, tags } from '#tests/calls.ts'
import * as limited from '../../../kit/organizations/limited-members.ts'

const { firmWithMember, limit } = limited
type Firm = limited.Firm

const world = await sharedWorld()

const subjects = async ({ person }: Firm) =>
  (await mailedSubjects(world, person.email)).filter((text) => text.includes('minutes'))

/** Ends a conversation of this many seconds as the page does. */
async function talk(firm: Firm, seconds: number): Promise<void> {
  const { id } = await firm.person.client.call(startConversation, { body: { agentId: firm.agentId } })
  const spoken = 'update voice_session set used_ms = $2, agent_spoke = true, connected_at = created_at where id = $1'
  await world.sql(spoken, [id, seconds * 1000])
  await limited.tick(world, id, seconds * 1000)
  await limited.end(firm, id)
}

/** The two notices of a member, by the name of the organization. */
const near = ({ firm }: Firm) => `You have used 80% of your minutes at ${firm.name}`
const usedUp = ({ firm }: Firm) => `Your minutes at ${firm.name} are used up for this month`

describe('notices of monthly minutes', tags('D131'), () => {
  it('come at 80 and at 100 %, once each in a month', async () => {
    const firm = await firmWithMember(world, 5)
    const { person } = firm
    await talk(firm, 150)
    expect(await subjects(firm)).toEqual([])
    await talk(firm, 90)
    expect(await subjects(firm)).toEqual([near(firm)])
    await talk(firm, 60)
    expect(await limited.chargedOf(world, firm)).toBe(300_000)
    const [used] = await queuedMails(world, person.email)
    expect(used).toMatchObject({ subject: usedUp(firm), text: expect.stringContaining('5 of the 5 minutes') })
    // The same number again is not a new limit.
    await limit(firm, 5)
    expect(await subjects(firm)).toHaveLength(2)
    await world.sql("update organization_user set limit_notice_month = '2020-01-01' where user_id = $1", [person.id])
    // New limits, because the mailbox counts two mails with the same text once.
    await Promise.all([limit(firm, 4), limit(firm, 4), limit(firm, 4)])
    expect(await subjects(firm)).toHaveLength(3)
  })

  it('come together when one conversation passes both marks, and again for another limit', async () => {
    const firm = await firmWithMember(world, 2)
    await talk(firm, 120)
    expect((await subjects(firm)).toSorted()).toEqual([near(firm), usedUp(firm)])
    await limit(firm, 10)
    expect(await subjects(firm)).toHaveLength(2)
    await talk(firm, 480)
    expect(await subjects(firm)).toHaveLength(4)
    const texts = async () => (await queuedMails(world, firm.person.email)).map(({ text }) => text)
    for (const text of (await texts()).slice(0, 2)) expect(text).toContain('You have used 10 of the 10 minutes')
    // A limit lowered below what was used is used up at once, and one mail says everything.
    await limit(firm, 9)
    expect(await subjects(firm)).toHaveLength(5)
    expect((await texts())[0]).toContain('You have used 10 of the 9 minutes')
  })

  it("go to the organization's admins as well, and once to a person who is both", async () => {
    const firm = await firmWithMember(world, 2)
    const { id, name, owner } = firm.firm
    const [fellow, plain] = [await member(world, id, { role: 'admin' }), await member(world, id)]
    await world.sql("update users set first_name = 'Mia', last_name = 'Lind' where id = $1", [firm.person.id])
    await talk(firm, 100)
    const subject = `Mia Lind has used 80% of their minutes at ${name}`
    for (const { email } of [owner, fellow]) {
      const [notice] = await queuedMails(world, email)
      expect(notice?.subject).toBe(subject)
      expect(notice?.text).toContain(`Mia Lind has used 1.67 of the 2 minutes that they get from ${name} each month`)
      expect(notice?.text).toContain('/organization-dashboard?tab=users')
    }
    expect(await subjects({ ...firm, person: plain })).toEqual([])
    const ofOwner = { ...firm, person: owner }
    await limit(ofOwner, 1)
    await talk(ofOwner, 50)
    expect((await subjects(ofOwner)).toSorted()).toEqual([subject, near(firm)])
    expect(await subjects({ ...firm, person: fellow })).toHaveLength(2)
  })

  it('are not sent without a limit, or where it is 0 and nothing was talked', async () => {
    expect(await subjects(await firmWithMember(world, null, 600))).toEqual([])
    const none = await firmWithMember(world, 0)
    expect(await subjects(none)).toEqual([])
    expect((await limited.start(none)).body.message).toBe(
      'Insufficient credits: your monthly budget is used up. An admin of your organization can give you more.',
    )
  })
})

it('the figures of monthly minutes are for its admins and for the member', tags('D131'), async () => {
  const { firm, person } = await firmWithMember(world, 10, 90)
  const own = { ownMinutesThisMonth: 1.5, ownLimitMinutes: 10 }
  expect(await person.client.call(organizationOverview, { query: {} })).toMatchObject(own)
  const listed = await firm.owner.client.call(members, { query: {} })
  const figures = listed.map((row) => [row.id, row.minutesThisMonth, row.monthlyLimitMinutes])
  expect(figures).toEqual(
    expect.arrayContaining([
      [person.id, 1.5, 10],
      [firm.owner.id, 0, null],
    ]),
  )
  for (const row of await person.client.call(members, { query: {} })) expect(row).not.toHaveProperty('minutesThisMonth')
})
