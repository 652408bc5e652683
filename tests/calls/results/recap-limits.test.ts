import { formatLongDay } from '#contract/dates.ts'
import * as calls from '#contract/results/recap.ts'
import { addAgent, expect, expectRefused, it, ownWorld, platformAdmin, subscriber, waitForMails } from '#tests/calls.ts'
import { handbook } from '../../kit/documents/documents.ts'
import { addReadText, finishRecords, readyRecap, recapOf, said, typedTalk } from '../../kit/results/recaps.ts'

const world = await ownWorld({ RATE_LIMIT_FACTOR: '1' })
await finishRecords(world)
const agentId = await addAgent(world)
await addReadText(await platformAdmin(world), agentId, 'Handbook', handbook)

it('a person gets their recap by mail, ten times an hour, and five analyses', async () => {
  const person = await subscriber(world)
  const { id } = await typedTalk(person, agentId, said)
  const params = { id }
  await readyRecap(person, id)
  // Where it is another day now than in UTC.
  const timeZone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
  await world.sql('update users set time_zone = $2 where id = $1', [person.id, timeZone])
  const [talked] = await world.sql<{ at: Date }>('select connected_at as at from voice_session where id = $1', [id])
  expect(await person.client.call(calls.mailRecap, { params })).toEqual({ sentTo: person.email })
  const [mail] = await waitForMails(world, person.email, 'Call anna 4 december')
  expect(mail?.text).toContain(` on ${formatLongDay(talked?.at ?? new Date(), timeZone)}.`)
  expect(mail?.text).toContain('Next steps:')
  expect(mail?.text).toMatch(/– Call Anna \(by Dec 4, \d{4}\)\n\n– Write to Bo\n\nRead for the answers: Handbook\n/)
  // Its page exists only with a kept text.
  expect(mail?.text).not.toContain('/dashboard/sessions')
  for (const [call, times] of [
    [calls.mailRecap, 9],
    [calls.analyseAgain, 5],
  ] as const) {
    for (let time = 0; time < times; time++) await person.client.call(call, { params })
    await expectRefused(call, [person, { params }, 429, {}])
  }
})

it('a recap is not mailed or analyzed before it is ready, nor once it is gone', async () => {
  const person = await subscriber(world)
  await world.control({ voiceService: { processingSeconds: 86_400 } })
  const { id } = await typedTalk(person, agentId, said)
  const refused = async (status: number, code: string) => {
    for (const call of [calls.analyseAgain, calls.mailRecap])
      await expectRefused(call, [person, { params: { id } }, status, code])
  }
  await refused(409, 'recap_not_ready')
  await finishRecords(world)
  await world.sql("update voice_session set ended_at = now() - interval '11 minutes' where id = $1", [id])
  await refused(410, 'recap_gone')
  expect(await recapOf(person, id)).toMatchObject({ state: 'none', lines: [], proposals: [] })
})
