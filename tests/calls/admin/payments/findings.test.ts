import { acceptFinding, findings, reopenFinding } from '#contract/admin/findings.ts'
import { storeFindings } from '#server/audit/findings.ts'
import { actsOn, describe, expect, hired, it, ownWorld, platformAdmin, registered, subscriber } from '#tests/calls.ts'

/** What the hourly comparisons found, accepted by a person instead of an operator. */

const world = await ownWorld({}, { breaksBooks: true })
const ada = await platformAdmin(world)
const ben = await subscriber(world)

/** Makes a finding about Ben's account. Returns its id. */
async function found(objectId: string, kind = 'credited_not_paid'): Promise<string> {
  const [row] = await world.sql<{ id: string }>(
    `insert into finding (kind, object_id, account_id, details, found_at, seen_at)
     select $1, $2, case when $1 <> 'voice_gone' then account.id end, 'Details of ' || $2, now(), now()
     from account where user_id = $3 returning id`,
    [kind, objectId, ben.id],
  )
  return row!.id
}

const reason = 'Refunded by hand'
const accept = (id: string, by = ada) => by.client.try(acceptFinding, { params: { id }, body: { reason } })
const reopen = (id: string, by = ada) => by.client.try(reopenFinding, { params: { id } })
const openObjects = async () => (await ada.client.call(findings, { query: {} })).map(({ objectId }) => objectId)

describe('findings', () => {
  it('are listed with whom they concern, also a voice that is gone', async () => {
    await found('pi_listed')
    await found('clara', 'voice_gone')
    const rows = await ada.client.call(findings, { query: {} })
    expect(rows.find(({ objectId }) => objectId === 'pi_listed')).toMatchObject({
      kind: 'credited_not_paid',
      state: 'open',
      details: 'Details of pi_listed',
      customer: { userId: ben.id, organizationId: null, name: 'Test Person' },
      accepted: null,
    })
    expect(rows.find(({ objectId }) => objectId === 'clara')).toMatchObject({ kind: 'voice_gone', customer: null })
    const voices = await ada.client.call(findings, { query: { kind: 'voice_gone', search: 'clara' } })
    expect(voices.map(({ objectId }) => objectId)).toEqual(['clara'])
  })

  it('are accepted with a reason, no longer count as broken, and can be reopened, each with its record', async () => {
    const id = await found('pi_accepted')
    const broken = () => world.sql('select 1 from broken_finding where object_id = $1', ['pi_accepted'])
    expect(await broken()).toHaveLength(1)
    const { status, body } = await accept(id)
    expect([status, body.state, body.accepted]).toEqual([200, 'accepted', reason])
    expect(await broken()).toHaveLength(0)
    expect(await openObjects()).not.toContain('pi_accepted')
    expect((await accept(id)).body.code).toBe('finding_not_open')
    const accepted = await ada.client.call(findings, { query: { state: 'accepted' } })
    expect(accepted.map(({ objectId }) => objectId)).toEqual(['pi_accepted'])
    expect((await reopen(id)).body).toMatchObject({ state: 'open', accepted: null })
    expect(await broken()).toHaveLength(1)
    expect((await reopen(id)).body.code).toBe('finding_not_accepted')
    const acts = await actsOn(ada, 'finding', id)
    expect(acts.map(({ action, reason: why, targetName }) => [action, why, targetName])).toEqual([
      ['finding.reopen', null, 'pi_accepted'],
      ['finding.accept', reason, 'pi_accepted'],
    ])
  })

  it('are closed when a comparison no longer finds them, and then not accepted', async () => {
    const id = await found('pi_closed')
    await world.services.database.write((tx) => storeFindings(tx, ['credited_not_paid'], [], new Date()))
    const closed = await ada.client.call(findings, { query: { state: 'closed', search: 'pi_closed' } })
    expect(closed).toMatchObject([{ id, state: 'closed' }])
    expect((await accept(id)).body.code).toBe('finding_not_open')
  })

  it('are refused to strangers, people, and staff who may not change money; bad input says why', async () => {
    const id = await found('pi_refused')
    const [person, reader, finance] = [
      await registered(world),
      await hired(world, ada, 'read_only'),
      await hired(world, ada, 'finance'),
    ]
    const visitor = world.visitor()
    expect((await visitor.try(findings, { query: {} })).status).toBe(401)
    expect((await person.client.try(findings, { query: {} })).status).toBe(403)
    expect((await reader.client.try(findings, { query: {} })).status).toBe(200)
    for (const by of [person, reader]) {
      expect((await accept(id, by)).status).toBe(403)
      expect((await reopen(id, by)).status).toBe(403)
    }
    for (const [given, message] of [
      ['', 'Please give a reason'],
      ['x'.repeat(501), 'Please use at most 500 characters'],
    ] as const) {
      const reply = await ada.client.try(acceptFinding, { params: { id }, body: { reason: given } })
      expect([reply.status, reply.body.field, reply.body.message]).toEqual([400, 'reason', message])
    }
    expect((await accept(crypto.randomUUID())).body.code).toBe('finding_not_found')
    expect((await reopen(crypto.randomUUID())).body.code).toBe('finding_not_found')
    expect((await accept(id, finance)).status).toBe(200)
  })
})
