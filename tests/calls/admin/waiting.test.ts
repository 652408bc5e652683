import fs from 'node:fs'
import path from 'node:path'
import { organizationTransactions } from '#contract/admin/users.ts'
import { waitingWork } from '#contract/admin/waiting.ts'
import { refundTransaction } from '#contract/billing/refunds.ts'
import { decide } from '#tests/kit/billing/refunds.ts'
import { firm } from '#tests/kit/organizations/pools.ts'
import * as kit from '#tests/calls.ts'

const { expect, it, tags } = kit
const world = await kit.ownWorld()
const owner = await kit.platformAdmin(world)
const [finn, sam] = [await kit.staffMember(world, 'finance'), await kit.staffMember(world, 'support')]
const others = [await kit.staffMember(world, 'content'), await kit.staffMember(world, 'read_only')]

const waitingFor = async ({ client }: kit.TestPerson) =>
  (await client.call(waitingWork)).map(({ kind, count }) => `${count} ${kind}`)
const lastBackup = path.join(world.services.config.dataDirectory, 'last-backup')

it('staff see what waits, as far as their role may act on it', tags('D205'), async () => {
  fs.writeFileSync(lastBackup, '')
  for (const person of [owner, finn, sam, ...others]) expect(await waitingFor(person)).toEqual([])
  const { id: organizationId } = await firm(world)
  const [paid] = await finn.client.call(organizationTransactions, { params: { id: String(organizationId) } })
  const body = { amount: 500, reason: 'Asked by mail', key: crypto.randomUUID() }
  await finn.client.call(refundTransaction, { params: { id: paid?.id ?? '' }, body })
  const { paymentIntentId } = await kit.subscriberWithPayment(world)
  await decide(world, paymentIntentId, 'open')
  await kit.writeToAdmins(await kit.registered(world), 'Invoice')
  await world.sql(
    "insert into finding (kind, object_id, details, found_at, seen_at) values ('voice_gone', 'clara', 'x', now(), now())",
  )
  expect(await waitingFor(owner)).toEqual(['1 approvals', '1 disputes', '1 threads', '1 findings'])
  // Nobody approves their own request, and support none above its limit.
  expect(await waitingFor(finn)).toEqual(['1 disputes', '1 findings'])
  expect(await waitingFor(sam)).toEqual(['1 disputes', '1 threads', '1 findings'])
  for (const person of others) expect(await waitingFor(person)).toEqual([])
  const [{ due_at: dueAt } = {}] = await world.sql<{ due_at: Date }>('select due_at from dispute')
  const [, dispute] = await owner.client.call(waitingWork)
  expect(dispute?.at).toBe(dueAt?.toISOString())
  await world.sql('update finding set closed_at = now()')
})

it('an overdue or missing backup waits for owners', tags('D205'), async () => {
  const backup = async (person: kit.TestPerson) =>
    (await person.client.call(waitingWork)).find(({ kind }) => kind === 'backup')
  const late = new Date(Date.now() - 27 * 60 * 60_000)
  fs.utimesSync(lastBackup, late, late)
  expect(await backup(owner)).toEqual({ kind: 'backup', count: 1, at: late.toISOString() })
  expect(await backup(finn)).toBeUndefined()
  fs.rmSync(lastBackup)
  expect(await backup(owner)).toMatchObject({ at: null })
})
