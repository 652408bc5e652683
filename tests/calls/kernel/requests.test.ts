import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { json, text } from 'node:stream/consumers'
import { agents } from '#contract/agents/agents.ts'
import { beginTwoFactor, twoFactor } from '#contract/identity/two-factor.ts'
import { currentUser, logout } from '#contract/identity/current-user.ts'
import { register } from '#contract/identity/auth.ts'
import * as profile from '#contract/identity/profile.ts'
import * as bulk from '#contract/organizations/bulk-invitations.ts'
import * as invitations from '#contract/organizations/invitations.ts'
import * as settings from '#contract/organizations/settings.ts'
import { addNextStep } from '#contract/results/next-steps.ts'
import { notOneLine } from '#contract/single-line.ts'
import * as kit from '#tests/calls.ts'

const { expect, expectRefused, it, password, registered, subscriber } = kit
const world = await kit.sharedWorld()

it('lists come complete with their length, or in pages (D166)', async () => {
  const { client } = await registered(world)
  for (const title of ['Abel', 'Bert', 'Cleo']) await client.call(addNextStep, { body: { title } })
  const titles = async (query: string) => {
    const reply = await client.request<{ title: string }[]>('GET', `/api/user/next-steps${query}`)
    expect([reply.status, reply.headers.get('x-total-count')]).toEqual([200, '3'])
    return reply.body.map(({ title }) => title).join()
  }
  const all = await titles('')
  expect([await titles('?limit=2'), await titles('?limit=2&offset=2')].join()).toBe(all)
  expect([all.split(',').length, await titles('?offset=9')]).toEqual([3, ''])
  for (const query of ['limit=0', 'limit=501', 'limit=1.5', 'limit=x', 'offset=-1']) {
    const { status, body } = await client.request('GET', `/api/user/next-steps?${query}`)
    expect([query, status, body]).toMatchObject([query, 400, { code: 'invalid_query', field: query.split('=')[0] }])
  }
})

/** Reads a list to its end by its cursors. Returns the rows of each answer. */
async function readParts(client: kit.TestClient, path: string): Promise<{ id: string; name: string }[][]> {
  const parts: { id: string; name: string }[][] = []
  for (let after: string | null = ''; after !== null;) {
    const more: string = after && `${path.includes('?') ? '&' : '?'}after=${after}`
    const { status, headers, body } = await client.request<{ id: string; name: string }[]>('GET', path + more)
    expect(status).toBe(200)
    parts.push(body)
    after = headers.get('x-next-cursor')
  }
  return parts
}

it('a list of the platform goes on behind 48 kB, and gives each row once (D166)', async () => {
  const ada = await kit.platformAdmin(world)
  const { id } = await registered(world)
  await world.sql(
    `insert into user_communication (from_user_id, audience, to_user_id, subject, message, message_type, created_at)
     select $1, 'person', $1, 'No. ' || n, repeat('long ', 100), 'support', now() from generate_series(1, 120) as n`,
    [id],
  )
  const sizes = async (client: kit.TestClient, path: string) => {
    const parts = await readParts(client, path)
    expect(new Set(parts.flat().map((row) => row.id)).size).toBe(parts.flat().length)
    return parts.map((part) => Buffer.byteLength(JSON.stringify(part)))
  }
  const ofPlatform = await sizes(ada.client, '/api/admin/communications')
  expect(ofPlatform.length).toBeGreaterThan(1)
  expect(Math.max(...ofPlatform)).toBeLessThan(48_000)
})

it("a list is whole with a named length, and when it is the person's own (D166)", async () => {
  const { client, id } = await registered(world)
  await world.sql(
    `insert into user_communication (from_user_id, audience, to_user_id, subject, message, message_type, created_at)
     select $1, 'person', $1, 'No. ' || n, repeat('long ', 100), 'support', now() from generate_series(1, 120) as n`,
    [id],
  )
  const path = '/api/user/communications'
  const counts = async (query = '') => (await readParts(client, path + query)).map((part) => part.length)
  expect([await counts(), await counts('?limit=500'), await counts('?limit=70')]).toEqual([[120], [120], [70, 50]])
})

it('agents go on by name while others change; a foreign cursor is refused (D53, D166)', async () => {
  const { client } = await registered(world)
  for (const name of ['Zed A', 'zed b', 'Zed C', 'Zed D']) await kit.addAgent(world, { name })
  const [first = []] = await readParts(client, '/api/agents?limit=500')
  const before = first.findIndex(({ name }) => name === 'Zed C')
  const page = await client.request<{ name: string }[]>('GET', `/api/agents?limit=${before}`)
  expect(page.body.at(-1)?.name).toBe('zed b')
  await kit.addAgent(world, { name: 'Aaron' })
  await world.sql("update agent set is_active = false where name = 'zed b'")
  const cursor = page.headers.get('x-next-cursor')
  const rest = await client.request<{ name: string }[]>('GET', `/api/agents?after=${cursor}`)
  expect(rest.body.map(({ name }) => name).slice(0, 2)).toEqual(['Zed C', 'Zed D'])
  expect(rest.headers.get('x-next-cursor')).toBeNull()
  for (const [path, after] of [
    ['/api/agents', 'x'],
    ['/api/agents', Buffer.from('["a\\u0000","b"]').toString('base64url')],
    ['/api/agents', Buffer.from('-1').toString('base64url')],
    ['/api/user/communications', cursor],
  ]) {
    const { status, body } = await client.request('GET', `${path}?after=${after}`)
    expect([after, status, body]).toMatchObject([after, 400, { code: 'invalid_query', field: 'after' }])
  }
})

it("polled calls answer 304 while nothing changed, and never with another person's tag (D168)", async () => {
  const [person, other] = [await subscriber(world), await subscriber(world)]
  const ask = ({ client }: typeof person, tag?: string) =>
    client.request('GET', currentUser.path, undefined, tag ? { 'if-none-match': tag } : {})
  const tag = (await ask(person)).headers.get('etag') ?? ''
  expect(tag).not.toBe('')
  const again = await ask(person, tag)
  expect([again.status, again.body]).toEqual([304, ''])
  expect((await ask(other, tag)).status).toBe(200)
  await kit.setBalance(world, person.id, 600)
  const changed = await ask(person, tag)
  expect([changed.status, changed.body['creditBalance']]).toEqual([200, 10])
  expect(changed.headers.get('etag')).not.toBe(tag)
  // An ended session is reported whatever tag the request names.
  await person.client.call(logout)
  expect((await ask(person, tag)).status).toBe(401)
})

it.each([
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, GZIP;q=0.5', 'gzip'],
  ['identity', null],
])('to a client that accepts "%s" a long answer comes as %s, under one tag', async (accepted, encoding) => {
  for (let count = 0; count < 5; count++) await kit.addAgent(world, {})
  const { client } = await subscriber(world)
  const ask = (method: string, more = {}) =>
    client.request<string>(method, agents.path, undefined, { 'accept-encoding': accepted, ...more })
  const { status, headers, body } = await ask('GET')
  expect([status, headers.get('content-encoding'), headers.get('vary')]).toEqual([200, encoding, 'accept-encoding'])
  expect(body).toEqual((await client.request('GET', agents.path, undefined, { 'accept-encoding': '' })).body)
  const asked = { 'accept-encoding': accepted, cookie: client.cookieHeader() }
  const head = await fetch(world.url + agents.path, { method: 'HEAD', headers: asked })
  for (const name of ['etag', 'content-encoding', 'content-length'])
    expect([name, head.headers.get(name)]).toEqual([name, headers.get(name)])
  const known = await ask('GET', { 'if-none-match': headers.get('etag') ?? '' })
  expect([known.status, known.headers.get('vary'), known.body]).toEqual([304, 'accept-encoding', ''])
})

it('neither short answers nor those with a secret are compressed', async () => {
  const { client } = await subscriber(world)
  const short = await client.request('GET', twoFactor.path)
  const secret = await client.request('POST', beginTwoFactor.path, { currentPassword: password })
  expect([short.status, short.headers.get('content-encoding')]).toEqual([200, null])
  expect([secret.status, secret.headers.get('content-encoding'), secret.headers.get('vary')]).toEqual([200, null, null])
})

/** A line break, a tab, a zero-width escape, and separators that only look like nothing. */
const broken = ['\nBcc: all@example.com', '\r\nB', '\tB', '\u001b[2J', '\u0085B', '\u2028B', '\u2029B']

it('nobody has a name of two lines; a line break at its end is only trimmed (D12, D22 [S])', async () => {
  const refusals = broken.map((end): kit.Refusal => {
    const body = { email: 'line.break@example.com', password, firstName: `Ana${end}`, lastName: 'Person' }
    return [world.visitor(), { body }, 400, { code: 'invalid_input', field: 'firstName', message: notOneLine }]
  })
  await expectRefused(register, ...refusals)
  const person = await registered(world, { firstName: 'Ana' })
  const body = { firstName: 'An\na', lastName: 'Person' }
  await expectRefused(profile.updateNames, [person, { body }, 400, { field: 'firstName' }])
  const nameOf = () => world.sql('select first_name, last_name from users where id = $1', [person.id])
  expect(await nameOf()).toEqual([{ first_name: 'Ana', last_name: 'Person' }])
  await person.client.call(profile.updateNames, { body: { firstName: 'Zoë Ngọc 明\n', lastName: ' O’Neil-Łódź ' } })
  expect(await nameOf()).toEqual([{ first_name: 'Zoë Ngọc 明', last_name: 'O’Neil-Łódź' }])
})

it('an admin gives such a name to no organization and nobody invited (D12, D22 [S])', async () => {
  const { owner } = await kit.organization(world)
  const renamed = { body: { name: 'Acme\nSubject: gift' } }
  const refusal = { field: 'name', message: notOneLine }
  await expectRefused(settings.changeOrganizationSettings, [owner, renamed, 400, refusal])
  const kim = { email: 'kim@example.com', firstName: 'K\nim' }
  await expectRefused(invitations.inviteMember, [owner, { body: kim }, 400, { field: 'firstName' }])
  const { rows } = await owner.client.call(bulk.bulkInvite, { query: {}, body: { rows: [kim] } })
  expect(rows).toMatchObject([{ state: 'invalid', message: notOneLine }])
})

/** The name by which a request came: one that somebody else may own must not seem ours (D182). */

const { port } = new URL(world.url)

async function ask(method: string, path: string, headers: http.OutgoingHttpHeaders, body?: object) {
  const asJson = { 'content-type': 'application/json' }
  const request = http.request(world.url, { method, path, headers: { ...headers, ...(body && asJson) } })
  request.end(body && JSON.stringify(body))
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return response
}

// server/kernel/own-address.test.ts tries more names.
it.each([
  ['http://127.evil.test', 403],
  ['http://localhost', 200],
  ['http://[::1]', 200],
  ['https://localhost', 403],
])('a write from a page of %s, which leads here, is answered %i (D16 [S], D182 [S])', async (page, status) => {
  const { email } = await registered(world)
  const origin = `${page}:${port}`
  const host = origin.replace(/^https?:../, '')
  const { statusCode, headers } = await ask('POST', '/api/auth/login', { host, origin }, { email, password })
  expect([statusCode, headers['set-cookie']?.length]).toEqual([status, status === 200 ? 1 : undefined])
})

it('refuses two hosts, paths with a zero, and figures to other names (D182 [S])', async () => {
  for (const [path, kind] of [
    ['/healthz', 'close'],
    ['/voice/check', 'Upgrade\r\nUpgrade: websocket'],
  ]) {
    const two = net.connect(Number(port), '127.0.0.1')
    two.end(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\nConnection: ${kind}\r\n\r\n`)
    expect(await text(two)).toMatch(/^HTTP\/1.1 400 /)
  }
  const asked = [
    ['/assets/%00', 'localhost'],
    ['/assets/no-such-file', 'localhost'],
    ['/images/%00', 'localhost'],
    ['/metrics', 'evil.test'],
    ['/metrics', `localhost:${port}`],
  ] as const
  const statuses = asked.map(async ([path, host]) => (await ask('GET', path, { host })).resume().statusCode)
  expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404, 200])
})

it('hides the stand-ins, including sockets, from requests by another name (D182 [S])', async () => {
  const paths = ['/standins/mailbox.json?to=a@example.com', '/standins/control.json', '/standins/stripe/v1/customers']
  for (const path of paths) {
    const foreign = await ask('GET', path, { host: 'evil.test' })
    expect([path, foreign.statusCode, await json(foreign)]).toMatchObject([path, 404, { code: 'not_found' }])
    const own = await ask('GET', path, { host: `localhost:${port}` })
    own.resume()
    expect([path, own.statusCode === 404]).toEqual([path, false])
  }
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' }
  const path = '/standins/elevenlabs/v1/convai/conversation?agent_id=a'
  const refused = await ask('GET', path, { ...upgrade, host: 'evil.test', 'sec-websocket-version': '13' })
  expect(refused.statusCode).toBe(404)
})
