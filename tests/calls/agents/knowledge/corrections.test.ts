import * as calls from '#contract/agents/documents.ts'
import { addAgent, describe, expect, it, platformAdmin, sharedWorld } from '#tests/calls.ts'

const world = await sharedWorld()
const ada = await platformAdmin(world)
const ben = await platformAdmin(world)
const agentId = await addAgent(world)

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
