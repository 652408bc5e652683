import { acceptFinding, findings, reopenFinding } from '#contract/admin/findings.ts'
import type { Input } from '#contract/call.ts'
import { storeFindings } from '#server/audit/findings.ts'
import { actsOn, expect, expectRefused, it, ownWorld, platformAdmin, subscriber } from '#tests/calls.ts'

/** What the hourly comparisons found, accepted by a person instead of an operator. */

const world = await ownWorld({}, { breaksBooks: true })
const ada = await platformAdmin(world)
const ben = await subscriber(world)

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
const list = (query: Input<typeof findings>['query'] = {}) => ada.client.call(findings, { query })
const accept = (id: string) => ada.client.call(acceptFinding, { params: { id }, body: { reason } })
const reopen = (id: string) => ada.client.call(reopenFinding, { params: { id } })

it('findings are listed with whom they concern, also a voice that is gone', async () => {
  await found('pi_listed')
  await found('clara', 'voice_gone')
  const rows = await list()
  expect(rows.find(({ objectId }) => objectId === 'pi_listed')).toMatchObject({
    kind: 'credited_not_paid',
    state: 'open',
    details: 'Details of pi_listed',
    customer: { userId: ben.id, organizationId: null, name: 'Test Person' },
    accepted: null,
  })
  const voice = { objectId: 'clara', kind: 'voice_gone', customer: null }
  expect(rows.find(({ objectId }) => objectId === 'clara')).toMatchObject(voice)
  expect(await list({ kind: 'voice_gone', search: 'clara' })).toMatchObject([voice])
})

it('findings are accepted with a reason and reopened, each with its record', async () => {
  const [id, objectId] = [await found('pi_accepted'), 'pi_accepted']
  const params = { id }
  const isBroken = async () => (await world.sql('select from broken_finding where object_id = $1', [objectId])).length
  expect(await isBroken()).toBe(1)
  for (const [given, message] of [
    ['', 'Please give a reason'],
    ['x'.repeat(501), 'Please use at most 500 characters'],
  ])
    await expectRefused(acceptFinding, [ada, { params, body: { reason: given } }, 400, { field: 'reason', message }])
  expect(await accept(id)).toMatchObject({ state: 'accepted', accepted: reason })
  expect(await isBroken()).toBe(0)
  expect((await list()).map((finding) => finding.objectId)).not.toContain(objectId)
  await expectRefused(acceptFinding, [ada, { params, body: { reason } }, 409, 'finding_not_open'])
  expect(await list({ state: 'accepted' })).toMatchObject([{ objectId }])
  expect(await reopen(id)).toMatchObject({ state: 'open', accepted: null })
  expect(await isBroken()).toBe(1)
  const unknown = { params: { id: crypto.randomUUID() } }
  await expectRefused(
    reopenFinding,
    [ada, { params }, 409, 'finding_not_accepted'],
    [ada, unknown, 404, 'finding_not_found'],
  )
  await expectRefused(acceptFinding, [ada, { ...unknown, body: { reason } }, 404, 'finding_not_found'])
  expect(await actsOn(ada, 'finding', id)).toMatchObject([
    { action: 'finding.reopen', reason: null, targetName: objectId },
    { action: 'finding.accept', reason, targetName: objectId },
  ])
})

it('findings are closed when a comparison no longer finds them, and then not accepted', async () => {
  const id = await found('pi_closed')
  await world.services.database.write((tx) => storeFindings(tx, ['credited_not_paid'], [], new Date()))
  expect(await list({ state: 'closed', search: 'pi_closed' })).toMatchObject([{ id, state: 'closed' }])
  await expectRefused(acceptFinding, [ada, { params: { id }, body: { reason } }, 409, 'finding_not_open'])
})
