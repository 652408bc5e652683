import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import * as calls from '#contract/agents/documents.ts'
import { moveKnowledge, orderKnowledge } from '#server/agents/knowledge/knowledge.flow.ts'
import { addAgent, afterAll, askProvider, describe, expect, it, platformAdmin, sharedWorld } from '#tests/calls.ts'
import { handbook, passagesFor, settled } from '../../../kit/documents/documents.ts'

/** The pages of the site, by their paths. */
const pages: Record<string, string> = {
  '/leave': `<html><head><title>x</title><script>let a = 'SCRIPT'</script></head><body><nav>Home</nav>${handbook
    .split('\n\n')
    .map((text) => `<p>${text}</p>`)
    .join('')}</body></html>`,
  '/empty': '<html><body><img src="a.png"></body></html>',
}
const world = await sharedWorld()
const ada = await platformAdmin(world)
const site: http.Server = http.createServer((request, response) => {
  const body = pages[request.url ?? '']
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(body)
})
site.listen(0, '127.0.0.1')
await once(site, 'listening')
afterAll(async () => {
  site.close()
})

/** Adds a page of the site as a row, because its address is no public one. Returns its id. */
async function addPage(agentId: string, path: string): Promise<string> {
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`
  const [row] = await world.sql<{ id: string }>(
    `insert into agent_document (agent_id, title, kind, url, state, created_by, created_at, updated_at)
     values ($1, 'Leave', 'url', $2, 'sending', $3, now(), now()) returning id`,
    [agentId, address, ada.id],
  )
  return row?.id ?? ''
}

/** Lets the job run. Returns the page as far as it came. */
async function moved(agentId: string, id: string): Promise<calls.AgentDocumentPage> {
  await world.services.database.write((tx) => orderKnowledge(world.services, tx, agentId))
  return settled(ada, agentId, id)
}

const unreadable = {
  state: 'failed',
  reason: 'This page could not be read. Please check the address, or paste its text.',
  text: '',
}

describe('a web page that an agent shall read (D183)', () => {
  it('is read by the provider, and its words are kept, shown and found', async () => {
    const agentId = await addAgent(world)
    const id = await addPage(agentId, '/leave')
    const read = await moved(agentId, id)
    expect(read).toMatchObject({ kind: 'url', state: 'ready', reason: null, text: handbook.trim() })
    expect(read.characters).toBe(handbook.trim().length)
    expect(await askProvider(world, 'GET', `/knowledge-base?search=luna-${id}`)).toMatchObject({
      documents: [{ name: `luna-${id} Leave`, type: 'url' }],
    })
    const [found] = await passagesFor(ada, agentId, 'How long is parental leave?')
    expect(found).toMatchObject({ documentId: id, title: 'Leave' })
    expect(found?.text).toContain('Parents take fourteen weeks')
  })

  it('is answered from in its corrected words', async () => {
    const agentId = await addAgent(world)
    const id = await addPage(agentId, '/leave')
    await moved(agentId, id)
    const body = { text: handbook.replace('fourteen', 'sixteen') }
    await ada.client.call(calls.changeDocument, { params: { agentId, id }, body })
    expect(await settled(ada, agentId, id)).toMatchObject({ state: 'ready', text: body.text.trim() })
    const [found] = await passagesFor(ada, agentId, 'How long is parental leave?')
    expect(found?.text).toContain('Parents take sixteen weeks')
  })

  it('says that it could not be read when it answers with an error or is not there', async () => {
    const agentId = await addAgent(world)
    const id = await addPage(agentId, '/gone')
    expect(await moved(agentId, id)).toMatchObject(unreadable)
    const body = { kind: 'url', url: 'https://handbook.invalid/leave' } as const
    const added = await ada.client.call(calls.addDocument, { params: { agentId }, body })
    expect(added).toMatchObject({ title: 'handbook.invalid/leave', kind: 'url', url: body.url, state: 'sending' })
    expect(await settled(ada, agentId, added.id)).toMatchObject(unreadable)
    expect(await passagesFor(ada, agentId, 'How long is parental leave?')).toEqual([])
  })

  it('says that it could not be read when it has no words', async () => {
    const agentId = await addAgent(world)
    const id = await addPage(agentId, '/empty')
    expect(await moved(agentId, id)).toMatchObject(unreadable)
  })

  it('is read again when its words could not be fetched in between', async () => {
    const agentId = await addAgent(world)
    const { voice } = world.services
    const fetching = voice.readDocumentHtml
    voice.readDocumentHtml = () => Promise.reject(new Error('the line broke'))
    const id = await addPage(agentId, '/leave')
    await expect(moveKnowledge(world.services, agentId)).rejects.toThrow('the line broke')
    voice.readDocumentHtml = fetching
    expect(await moved(agentId, id)).toMatchObject({ state: 'ready', text: handbook.trim() })
    expect(await askProvider(world, 'GET', `/knowledge-base?search=luna-${id}`)).toMatchObject({
      documents: [{}],
      has_more: false,
    })
  })
})
