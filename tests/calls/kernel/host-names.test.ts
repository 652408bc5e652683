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

it('refuses writes from a page under a name that is not ours but leads here (D16 [S], D182 [S])', async () => {
  const { email } = await registered(world)
  const write = (host: string, scheme = 'http') =>
    ask('POST', '/api/auth/login', { host, origin: `${scheme}://${host}` }, { email, password })
  for (const host of [`evil.test:${port}`, `127.evil.test:${port}`, `localhost.evil.test:${port}`]) {
    const { statusCode, headers } = await write(host)
    expect([host, statusCode, headers['set-cookie']]).toEqual([host, 403, undefined])
  }
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
    const [plain, secure] = [await write(host), await write(host, 'https')]
    expect([host, plain.statusCode, secure.statusCode]).toEqual([host, 200, 403])
  }
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
