import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { isPublic, readPage } from './page-reader.ts'

/** The sites of this file: one that may be read, and one of the own network. */
const [front, back] = [await serve('127.0.0.1'), await serve('127.0.0.2')]
const isFront = (address: string): boolean => address === '127.0.0.1'
const no = { problem: 'The page has no public address.' }

async function serve(host: string) {
  const asked: string[] = []
  const pages: Record<string, http.RequestListener> = {
    '/page': (_, response) => response.end('<p>Eight to five</p>'),
    '/inside': (_, response) => response.writeHead(302, { location: `${back.address}/page` }).end(),
    '/round': (_, response) => response.writeHead(301, { location: '/round' }).end(),
    '/file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/once': (_, response) => response.writeHead(302, { location: '/page' }).end(),
    '/large': (_, response) => response.end('x'.repeat(5_000_001)),
    '/russian': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=windows-1251' })
        .end(Buffer.from('cff0e8e2e5f2', 'hex')),
    '/japanese': (_, response) =>
      response.end(Buffer.concat([Buffer.from('<meta charset="shift_jis"><p>'), Buffer.from('93fa967b', 'hex')])),
  }
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '')
    const page = pages[request.url ?? '']
    if (page) page(request, response)
    else response.writeHead(404).end()
  })
  server.listen(0, host)
  await once(server, 'listening')
  afterAll(() => void server.close())
  return { asked, address: `http://${host}:${(server.address() as AddressInfo).port}` }
}

test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '100.64.0.1', '0.0.0.0', '192.168.1.1', '224.0.0.1'])(
  '%s is no public address, in any form',
  async (address) => {
    expect([isPublic(address), isPublic(`::ffff:${address}`)]).toEqual([false, false])
    expect(await readPage(`http://${address}/`)).toEqual(no)
    expect(await readPage(`http://[::ffff:${address}]/`)).toEqual(no)
  },
)

test('addresses of version 6 are public only where they are given out', () => {
  const closed = ['::1', '::', 'fe80::1', 'fd00::1', 'ff02::1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', 'x']
  expect(closed.map(isPublic)).toEqual(closed.map(() => false))
  expect(['8.8.8.8', '2606:4700::1111', '2a00:1450::1'].map(isPublic)).toEqual([true, true, true])
})

test('a name is judged by the address that it leads to, before anything is sent there', async () => {
  const named = front.address.replace('127.0.0.1', 'localhost')
  expect(await readPage(`${named}/page`, (address) => address === '127.0.0.2')).toEqual(no)
  expect(await readPage('http://localhost/page')).toEqual(no)
  for (const address of ['http://ana:secret@127.0.0.1/', 'ftp://127.0.0.1/', 'http://2130706433/', 'http://0x7f.1/'])
    expect(await readPage(address)).toEqual(no)
  expect(front.asked).toEqual([])
})

test('each step of a redirection is judged, and there are five at most', async () => {
  expect(await readPage(`${front.address}/once`, isFront)).toEqual({
    text: 'Eight to five',
    html: '<p>Eight to five</p>',
  })
  for (const path of ['/inside', '/file']) expect(await readPage(front.address + path, isFront)).toEqual(no)
  expect(await readPage(`${front.address}/round`, isFront)).toMatchObject({
    problem: expect.stringMatching('address to') as string,
  })
  expect(back.asked).toEqual([])
  expect(front.asked.filter((path) => path === '/round')).toHaveLength(6)
})

test('a page is read up to 5 MB, in the charset of its answer or its own', async () => {
  expect(await readPage(`${front.address}/large`, isFront)).toEqual({ problem: 'The page is too large.' })
  expect(await readPage(`${front.address}/russian`, isFront)).toMatchObject({ text: 'Привет' })
  expect(await readPage(`${front.address}/japanese`, isFront)).toMatchObject({ text: '日本' })
  expect(await readPage(`${front.address}/none`, isFront)).toEqual({ problem: 'The page answered with 404.' })
})
