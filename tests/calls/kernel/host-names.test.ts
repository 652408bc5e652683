import { once } from 'node:events'
import http from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, it, password, registered, sharedWorld } from '#tests/calls.ts'

/** The name by which a request came: one that somebody else may own must not seem ours (D182). */

const world = await sharedWorld()
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
