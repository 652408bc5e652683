import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatLongDay } from '#contract/dates.ts'
import * as calls from '#contract/results/recap.ts'
import {
  addAgent,
  closeUnbroken,
  openWorld,
  ownWorld,
  platformAdmin,
  subscriber,
  type TestPerson,
  waitForMails,
  type World,
} from '#tests/calls.ts'
import { handbook } from '../../kit/documents/documents.ts'
import { addReadText, finishRecords, readyRecap, recapOf, typedTalk } from '../../kit/results/recaps.ts'

const world = await ownWorld()
await finishRecords(world)
const agentId = await addAgent(world)
await addReadText(await platformAdmin(world), agentId, 'Handbook', handbook)

// The question comes last, because each typed turn cuts the answer before it.
const said = ['I will call Anna on 4 December.', 'I will write to Bo.', 'How long is parental leave?']
const talk = (person: TestPerson) => typedTalk(person, agentId, said)

describe('POST …/recap/analysis and …/recap/mail', () => {
  it('mails the recap to its own person', async () => {
    const person = await subscriber(world)
    const { id } = await talk(person)
    await readyRecap(person, id)
    // Where it is another day now than in UTC.
    const timeZone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
    await world.sql('update users set time_zone = $2 where id = $1', [person.id, timeZone])
    const [talked] = await world.sql<{ at: Date }>('select connected_at as at from voice_session where id = $1', [id])
    expect(await person.client.call(calls.mailRecap, { params: { id } })).toEqual({ sentTo: person.email })
    const [mail] = await waitForMails(world, person.email, 'Call anna 4 december')
    expect(mail?.text).toContain(` on ${formatLongDay(talked?.at ?? new Date(), timeZone)}.`)
    expect(mail?.text).toContain('Next steps:')
    expect(mail?.text).toMatch(/– Call Anna \(by Dec 4, \d{4}\)\n\n– Write to Bo\n\nRead for the answers: Handbook\n/)
    // Its page exists only with a kept text.
    expect(mail?.text).not.toContain('/dashboard/sessions')
  })

  it('are refused while there is nothing, and afterwards', async () => {
    const person = await subscriber(world)
    await world.control({ voiceService: { processingSeconds: 86_400 } })
    const { id } = await talk(person)
    for (const call of [calls.analyseAgain, calls.mailRecap]) {
      const refused = await person.client.try(call, { params: { id } })
      expect(refused).toMatchObject({ status: 409, body: { code: 'recap_not_ready' } })
    }
    await finishRecords(world)
    await world.sql("update voice_session set ended_at = now() - interval '11 minutes' where id = $1", [id])
    for (const call of [calls.analyseAgain, calls.mailRecap]) {
      const refused = await person.client.try(call, { params: { id } })
      expect(refused).toMatchObject({ status: 410, body: { code: 'recap_gone' } })
    }
    expect(await recapOf(person, id)).toMatchObject({ state: 'none', lines: [], proposals: [] })
  })
})

describe('limits', () => {
  let strict: World
  beforeAll(async () => {
    strict = await openWorld({ RATE_LIMIT_FACTOR: '1' })
    await finishRecords(strict)
  })
  afterAll(() => closeUnbroken(strict))

  it('allow five analyses in ten minutes, and ten mails an hour', async () => {
    const person = await subscriber(strict)
    const { id } = await typedTalk(person, await addAgent(strict), ['I will call Anna.'])
    await readyRecap(person, id)
    const statuses = async (call: typeof calls.analyseAgain | typeof calls.mailRecap, times: number) => {
      const found: number[] = []
      for (let time = 0; time < times; time++) found.push((await person.client.try(call, { params: { id } })).status)
      return found
    }
    expect(await statuses(calls.analyseAgain, 6)).toEqual([200, 200, 200, 200, 200, 429])
    expect(await statuses(calls.mailRecap, 11)).toEqual([...Array<number>(10).fill(200), 429])
  })
})
