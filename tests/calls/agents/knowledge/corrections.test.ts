import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as calls from '#contract/agents/documents.ts'
import { platformAdmin } from '../../../kit/world/admins.ts'
import { addAgent, type TestPerson } from '../../../kit/world/people.ts'
import { openWorld, type World } from '../../../kit/world/world.ts'

let world: World
let ada: TestPerson
let ben: TestPerson
let agentId: string
beforeAll(async () => {
  world = await openWorld()
  ada = await platformAdmin(world)
  ben = await platformAdmin(world)
  agentId = await addAgent(world)
})
afterAll(() => world.close())

/** Adds a document. Returns where it is. */
async function added(text: string) {
  const body = { title: 'Handbook', text }
  const { id } = await ada.client.call(calls.addDocument, { params: { agentId }, body })
  return { agentId, id }
}

const shown = (params: { agentId: string; id: string }) => ada.client.call(calls.readDocument, { params })

describe('a document that two admins correct (D187)', () => {
  it('keeps the first correction and shows it to the second, who may then decide', async () => {
    const params = await added('One word.')
    const before = { text: 'One word.' }
    await ada.client.call(calls.changeDocument, { params, body: { text: "Ada's words.", before } })
    const late = await ben.client.try(calls.changeDocument, { params, body: { text: "Ben's words.", before } })
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile', present: { text: "Ada's words." } } })
    expect((await shown(params)).text).toBe("Ada's words.")
    const seen = { text: "Ada's words." }
    await ben.client.call(calls.changeDocument, { params, body: { text: "Ben's words.", before: seen } })
    expect((await shown(params)).text).toBe("Ben's words.")
  })

  it('takes both where one changed the title and the other the text', async () => {
    const params = await added('One word.')
    await ada.client.call(calls.changeDocument, { params, body: { title: 'Rules', before: { title: 'Handbook' } } })
    await ben.client.call(calls.changeDocument, { params, body: { text: 'Two words.', before: { text: 'One word.' } } })
    expect(await shown(params)).toMatchObject({ title: 'Rules', text: 'Two words.' })
  })

  it('may be as long as a document, with the text before, in any script', async () => {
    const long = '文'.repeat(calls.documentLimits.text)
    const params = await added('One word.')
    await ada.client.call(calls.changeDocument, { params, body: { text: long, before: { text: 'One word.' } } })
    const body = { text: `${long.slice(1)}字`, before: { text: long } }
    expect((await ada.client.try(calls.changeDocument, { params, body })).status).toBe(200)
  })
})
