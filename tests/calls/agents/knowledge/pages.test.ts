import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import * as calls from '#contract/agents/documents.ts'
import { moveKnowledge, orderKnowledge } from '#server/agents/knowledge/knowledge.flow.ts'
import { handbook, passagesFor, settled } from '../../../kit/documents/documents.ts'
import { addAgent, afterAll, askProvider, expect, it, platformAdmin, sharedWorld, tags } from '#tests/calls.ts'

const paragraphs = handbook.split('\n\n').map((text) => `<p>${text}</p>`)
const head = "<head><title>x</title><script>let a = 'SCRIPT'</script></head>"
/** The pages of the site, by their paths. */
const pages: Record<string, string> = {
  '/leave': `<html>${head}<body><nav>Home</nav>${paragraphs.join('')}</body></html>`,
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
afterAll(() => void site.close())

const question = 'How long is parental leave?'
const readable = { state: 'ready', reason: null, text: handbook.trim() }
const reason = 'This page could not be read. Please check the address, or paste its text.'
const unreadable = { state: 'failed', reason, text: '' }

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

it('the provider reads a web page, whose words are shown, found and corrected', tags('D183'), async () => {
  const agentId = await addAgent(world)
  const id = await addPage(agentId, '/leave')
  const read = await moved(agentId, id)
  expect(read).toMatchObject({ kind: 'url', ...readable, characters: readable.text.length })
  const documents = [{ name: `luna-${id} Leave`, type: 'url' }]
  expect(await askProvider(world, 'GET', `/knowledge-base?search=luna-${id}`)).toMatchObject({ documents })
  const [found] = await passagesFor(ada, agentId, question)
  expect(found).toMatchObject({ documentId: id, title: 'Leave' })
  expect(found?.text).toContain('Parents take fourteen weeks')
  const body = { text: handbook.replace('fourteen', 'sixteen') }
  await ada.client.call(calls.changeDocument, { params: { agentId, id }, body })
  expect(await settled(ada, agentId, id)).toMatchObject({ state: 'ready', text: body.text.trim() })
  expect((await passagesFor(ada, agentId, question))[0]?.text).toContain('Parents take sixteen weeks')
})

it('a page that is away or has no words could not be read', tags('D183'), async () => {
  const agentId = await addAgent(world)
  for (const path of ['/gone', '/empty'])
    expect(await moved(agentId, await addPage(agentId, path))).toMatchObject(unreadable)
  const body = { kind: 'url', url: 'https://handbook.invalid/leave' } as const
  const added = await ada.client.call(calls.addDocument, { params: { agentId }, body })
  expect(added).toMatchObject({ title: 'handbook.invalid/leave', ...body, state: 'sending' })
  expect(await settled(ada, agentId, added.id)).toMatchObject(unreadable)
  expect(await passagesFor(ada, agentId, question)).toEqual([])
})

it('a page is read again when its words could not be fetched in between', tags('D183'), async () => {
  const agentId = await addAgent(world)
  const { voice } = world.services
  const fetching = voice.readDocumentHtml
  voice.readDocumentHtml = () => Promise.reject(new Error('the line broke'))
  const id = await addPage(agentId, '/leave')
  await expect(moveKnowledge(world.services, agentId)).rejects.toThrow('the line broke')
  voice.readDocumentHtml = fetching
  expect(await moved(agentId, id)).toMatchObject(readable)
  const kept = await askProvider(world, 'GET', `/knowledge-base?search=luna-${id}`)
  expect(kept).toMatchObject({ documents: [{}], has_more: false })
})
