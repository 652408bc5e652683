import * as calls from '#contract/agents/documents.ts'
import { addText, fileOf, handbook, passagesFor, sendFile, settled } from '../../../kit/documents/documents.ts'
import { makePdf } from '../../../kit/documents/made-pdf.ts'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { moveKnowledge, orderKnowledge } from '#server/agents/knowledge/knowledge.flow.ts'
import { addAgent, afterAll, askProvider, assign, expect, expectRefused, it, member } from '#tests/calls.ts'
import { organization, platformAdmin, sharedWorld, startTalk, subscriber, switchTo, tags } from '#tests/calls.ts'
import { type TestPerson } from '#tests/calls.ts'

const world = await sharedWorld()
const [ada, ben] = [await platformAdmin(world), await platformAdmin(world)]
const [firm, other] = [await organization(world), await organization(world)]
const [staff, person] = [await member(world, firm.id), await subscriber(world)]
for (const each of [firm.owner, staff]) await switchTo(each, firm.id)
await switchTo(other.owner, other.id)

const question = 'How long is parental leave?'
const rowOf = async (id: string) =>
  (await world.sql<Record<string, unknown>>('select * from agent_document where id = $1', [id]))[0]
const atProvider = (id: string) => askProvider(world, 'GET', `/knowledge-base?search=luna-${id}`)
const listAs = ({ client }: TestPerson, agentId: string) =>
  client.call(calls.listDocuments, { params: { agentId }, query: {} })
const change = (by: TestPerson, params: { agentId: string; id: string }, body: object) =>
  by.client.call(calls.changeDocument, { params, body })

async function privateAgent(): Promise<string> {
  const agentId = await addAgent(world, { isPrivate: true })
  await assign(world, firm, agentId)
  return agentId
}

async function ask(by: TestPerson, agentId: string, text: string): Promise<string> {
  const { client } = await startTalk(by, agentId)
  await client.next('agent_response')
  client.send({ type: 'user_message', text })
  const answer = await client.next('agent_response')
  client.close()
  await client.closed
  return String(answer.event['agent_response'])
}

it('an agent answers from a text, as corrected, until it is removed (B1)', tags('D183'), async () => {
  const agentId = await privateAgent()
  expect(await ask(staff, agentId, question)).not.toContain('weeks')
  const added = await addText(firm.owner, agentId)
  const text = handbook.trim()
  expect(added).toMatchObject({ title: 'Handbook', kind: 'text', state: 'sending', characters: text.length })
  expect(await settled(firm.owner, agentId, added.id)).toMatchObject({ state: 'ready', text })
  expect(await ask(staff, agentId, question)).toContain('Parents take fourteen weeks')

  const params = { agentId, id: added.id }
  await change(firm.owner, params, { text: handbook.replace('fourteen', 'sixteen') })
  await settled(firm.owner, agentId, added.id)
  expect(await ask(staff, agentId, question)).toContain('Parents take sixteen weeks')

  await firm.owner.client.call(calls.removeDocument, { params })
  expect(await listAs(firm.owner, agentId)).toEqual([])
  await expect.poll(() => rowOf(added.id)).toBeUndefined()
  expect(await ask(staff, agentId, question)).not.toContain('weeks')
  expect(await atProvider(added.id)).toMatchObject({ documents: [] })
})

it('a file is read, titled, shown and found, and short texts are in mind (B1)', async () => {
  const agentId = await addAgent(world)
  const lines = Array.from({ length: 40 }, (_, at) => [`Page ${at + 1}`, 'The ferry leaves at nine from the old pier.'])
  const file = fileOf(makePdf(lines), 'ferry_2027.pdf')
  const send = (title: string) => sendFile(world, ada, agentId, file, { title: JSON.stringify(title) })
  expect(await send('x'.repeat(121))).toMatchObject({ status: 400, body: { field: 'title' } })
  const { status, body } = await send(' Ferry times ')
  const reading = { title: 'Ferry times', kind: 'file', state: 'reading', characters: 0 }
  expect([status, body]).toMatchObject([201, reading])
  const read = await settled(ada, agentId, body.id)
  expect(read).toMatchObject({ state: 'ready', reason: null, isAlwaysRead: false })
  expect(read.text.match(/Page \d+/g)).toHaveLength(40)
  const [found] = await passagesFor(ada, agentId, 'When does the ferry leave?')
  expect(found).toMatchObject({ documentId: body.id, title: 'Ferry times' })
  expect(found?.text).toContain('The ferry leaves at nine')
  const { id } = await addText(ada, agentId, 'The office opens at eight.', 'Hours')
  expect(await settled(ada, agentId, id)).toMatchObject({ state: 'ready', isAlwaysRead: true })
  expect(await ask(person, agentId, 'When does the office open?')).toContain('The office opens at eight.')
})

it('a file brings its own title, and its line names what was not read', tags('D199'), async () => {
  const agentId = await addAgent(world)
  const page = Buffer.from(`<title>House rules</title><p>Quiet hours begin at ten.</p><img src=plan>`)
  const unread = '1 picture was not read.'
  const { body } = await sendFile(world, ada, agentId, fileOf(page, 'rules_2.html'))
  expect(body).toMatchObject({ title: 'rules 2', unread: null })
  const read = await settled(ada, agentId, body.id)
  expect(read).toMatchObject({ title: 'House rules', unread, text: 'Quiet hours begin at ten.' })
  expect(await listAs(ada, agentId)).toMatchObject([{ unread }])
  // Another title changes nothing of the text; a corrected text lacks nothing.
  const params = { agentId, id: body.id }
  await change(ada, params, { title: 'Rules' })
  expect(await settled(ada, agentId, body.id)).toMatchObject({ title: 'Rules', unread })
  await change(ada, params, { text: 'Quiet hours begin at ten. The plan shows the exits.' })
  expect(await settled(ada, agentId, body.id)).toMatchObject({ unread: null })
})

it('a text waits while the provider is away, and is there once afterwards (B4)', async () => {
  const agentId = await addAgent(world)
  await world.control({ apiFault: { elevenlabs: 'lose_answer' } })
  const { id } = await addText(ada, agentId)
  const documents = [{ name: `luna-${id} Handbook` }]
  await expect.poll(() => atProvider(id)).toMatchObject({ documents })
  expect(await rowOf(id)).toMatchObject({ state: 'sending', provider_document_id: null })
  await world.control({ apiFault: { elevenlabs: null } })
  expect(await settled(ada, agentId, id)).toMatchObject({ state: 'ready' })
  expect(await atProvider(id)).toMatchObject({ documents, has_more: false })
})

it('nobody outside sees or changes what an agent has read (B3)', tags('D183'), async () => {
  const agentId = await privateAgent()
  const { id } = await addText(firm.owner, agentId)
  await settled(firm.owner, agentId, id)
  const before = await rowOf(id)
  for (const by of [person, staff, other.owner]) {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '', { kind: 'text', title: 'Mine', text: 'Mine' }],
      ['GET', `/${id}`, undefined],
      ['PATCH', `/${id}`, { title: 'Mine' }],
      ['DELETE', `/${id}`, undefined],
      ['POST', '/search', { question }],
    ] as const) {
      const answer = await by.client.request(method, `/api/agents/${agentId}/documents${path}`, body)
      expect([method, path, answer.status]).toEqual([method, path, 404])
      expect(JSON.stringify(answer.body)).not.toMatch(/Handbook|fourteen/)
    }
  }
  const statuses = [null, person, staff, other.owner].map(async (by) => {
    return (await sendFile(world, by, agentId, fileOf(makePdf([['Mine']]), 'a.pdf'))).status
  })
  expect(await Promise.all(statuses)).toEqual([401, 404, 404, 404])
  expect(await rowOf(id)).toEqual(before)
  expect(await listAs(ada, agentId)).toHaveLength(1)
  // A document of another agent has no address here.
  const elsewhere = { agentId: await addAgent(world), id }
  await expectRefused(calls.readDocument, [ada, { params: elsewhere }, 404, 'document_not_found'])
})

it('an incomplete document, one that is too long and one too many are refused', tags('D183'), async () => {
  const params = { agentId: await addAgent(world) }
  const hosts =
    'ana:secret@example.com ana@example.com a.localhost wiki.local metadata.google.internal router.home.arpa'
  for (const host of hosts.split(' ')) {
    const body = { kind: 'url', url: `https://${host}/page` }
    await expectRefused(calls.addDocument, [ada, { params, body }, 400, { field: 'url' }])
  }
  await expectRefused(
    calls.addDocument,
    [ada, { params, body: { kind: 'text', title: 'Empty' } }, 400, 'incomplete'],
    [ada, { params, body: { kind: 'url', url: 'http://127.0.0.1/secret' } }, 400, {}],
    [ada, { params, body: { kind: 'text', title: 'Long', text: 'x'.repeat(300_001) } }, 400, { field: 'text' }],
  )
  await world.sql(
    `insert into agent_document (agent_id, title, kind, state, created_at, updated_at)
    select $1, 'Filler', 'text', 'ready', now(), now() from generate_series(1, 30)`,
    [params.agentId],
  )
  const more = { kind: 'text', title: 'More', text: 'More' }
  await expectRefused(calls.addDocument, [ada, { params, body: more }, 409, 'too_many_documents'])
})

it('a correction that did not see another is refused, and may follow it', tags('D187'), async () => {
  const agentId = await addAgent(world)
  const { id } = await addText(ada, agentId, 'One word.')
  const params = { agentId, id }
  const shown = () => ada.client.call(calls.readDocument, { params })
  const before = { text: 'One word.' }
  await change(ada, params, { text: "Ada's words.", before })
  const present = { text: "Ada's words." }
  const late = { params, body: { text: "Ben's words.", before } }
  await expectRefused(calls.changeDocument, [ben, late, 409, { code: 'changed_meanwhile', present }])
  expect(await shown()).toMatchObject(present)
  await change(ben, params, { text: "Ben's words.", before: present })
  // One changed the title and the other the text.
  await change(ada, params, { title: 'Rules', before: { title: 'Handbook' } })
  await change(ben, params, { text: 'Two words.', before: { text: "Ben's words." } })
  expect(await shown()).toMatchObject({ title: 'Rules', text: 'Two words.' })
  // It may be as long as a document, with the text before, in any script.
  const long = '文'.repeat(calls.documentLimits.text)
  await change(ada, params, { text: long, before: { text: 'Two words.' } })
  await change(ada, params, { text: `${long.slice(1)}字`, before: { text: long } })
})

const paragraphs = handbook.split('\n\n').map((text) => `<p>${text}</p>`)
const head = "<head><title>x</title><script>let a = 'SCRIPT'</script></head>"
/** The pages of the site, by their paths. */
const pages: Record<string, string> = {
  '/leave': `<html>${head}<body><nav>Home</nav>${paragraphs.join('')}</body></html>`,
  '/prices':
    '<h1>Prices</h1><p>Gold is $10<sup>1</sup> a month.<i hidden> HIDDEN</i></p><table><tr><td><p>Gold</p></td><td>$10</td></tr></table>',
  '/empty': '<html><body><img src="a.png"></body></html>',
}
const site: http.Server = http.createServer((request, response) => {
  const body = pages[request.url ?? '']
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(body)
})
site.listen(0, '127.0.0.1')
await once(site, 'listening')
afterAll(() => void site.close())

const readable = { state: 'ready', reason: null, text: handbook.trim() }
const reason = 'This page could not be read. Please check the address, or paste its text.'
const unreadable = { state: 'failed', reason, text: '' }

/** Adds a page of the site as a row, because its address is no public one. Returns its id. */
async function addPage(agentId: string, path: string, title = 'Leave'): Promise<string> {
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`
  const [row] = await world.sql<{ id: string }>(
    `insert into agent_document (agent_id, title, kind, url, state, created_by, created_at, updated_at)
     values ($1, $4, 'url', $2, 'sending', $3, now(), now()) returning id`,
    [agentId, address, ada.id, title],
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

it('an agent answers from a page as it is shown, which brings its own title', tags('D199'), async () => {
  const agentId = await addAgent(world)
  const read = await moved(agentId, await addPage(agentId, '/prices', '127.0.0.1/prices'))
  const text = '# Prices\n\nGold is $10 [1] a month.\n\n| Gold | $10 |'
  expect(read).toMatchObject({ state: 'ready', title: 'Prices', text })
  expect(await ask(person, agentId, 'What does Gold cost a month?')).toContain('$10 [1] a month')
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
