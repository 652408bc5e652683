import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { isLoopback, isLoopbackHost, isOwnOrigin, mayReachStandins } from './own-address.ts'

it('this machine is known by name, address and Host header, with and without port (D182)', () => {
  const [own, others] = [
    'localhost ::1 [::1] 127.0.0.1 127.8.9.1 ::ffff:127.0.0.1',
    '127.evil.test 127.0.0.1.evil.test localhost.evil.test 0.0.0.0 :: 10.0.0.1 127.1',
  ]
  expect(own.split(' ').filter((name) => !isLoopback(name))).toEqual([])
  expect([...others.split(' '), ''].filter(isLoopback)).toEqual([])
  const hosts = 'localhost localhost:3000 127.0.0.1:80 [::1]:3000 [::1]'
  expect(hosts.split(' ').filter((host) => !isLoopbackHost(host))).toEqual([])
  const foreign = 'evil.test 127.evil.test:3000 127.0.0.1:3000@evil.test localhost/a ::1:3000'
  expect([...foreign.split(' '), ''].filter(isLoopbackHost)).toEqual([])
})

describe('our own origin (D16 [S], D182 [S])', () => {
  const isOwn = (origin: string, host: string, publicUrl: string | null = null, localAddress = '127.0.0.1') =>
    isOwnOrigin(origin, { host, localAddress }, publicUrl)

  it('is the configured address including its scheme, even when a proxy rewrote the Host header', () => {
    const site = 'https://luna.example'
    expect(isOwn(site, 'luna.example', site)).toBe(true)
    expect(isOwn(site, '127.0.0.1:3000', `${site}/`)).toBe(true)
    expect(isOwn('http://luna.example', 'luna.example', site)).toBe(false)
    expect(isOwn('https://luna.example:8443', 'luna.example', site)).toBe(false)
    expect(isOwn('https://evil.test', 'evil.test', site)).toBe(false)
    expect(isOwn('http://localhost:3000', 'localhost:3000', site)).toBe(true)
  })

  it('is this machine by its own names unless configured, and no name of somebody else', () => {
    expect(isOwn('http://localhost:3000', 'localhost:3000')).toBe(true)
    expect(isOwn('http://localhost:3000', '127.0.0.1:3000')).toBe(false)
    expect(isOwn('http://localhost:3001', 'localhost:3000')).toBe(false)
    expect(isOwn('https://localhost:3000', 'localhost:3000')).toBe(false)
    expect(isOwn('http://evil.test', 'evil.test')).toBe(false)
    expect(isOwn('http://127.evil.test:3000', '127.evil.test:3000')).toBe(false)
    expect(isOwn('null', 'localhost:3000')).toBe(false)
  })

  it('is the address to which the connection was made, as in a demo on the local network', () => {
    expect(isOwn('http://192.168.1.5:3000', '192.168.1.5:3000', null, '::ffff:192.168.1.5')).toBe(true)
    expect(isOwn('http://192.168.1.6:3000', '192.168.1.6:3000', null, '192.168.1.5')).toBe(false)
    expect(isOwn('http://192.168.1.5:3000', '192.168.1.5:3000', 'https://luna.example', '192.168.1.5')).toBe(false)
  })
})

it('the stand-ins are reachable from elsewhere only if configured (D182 [S])', () => {
  const request = (host: string, remoteAddress: string) =>
    ({ headers: { host }, socket: { remoteAddress } }) as unknown as IncomingMessage
  const requests = [
    request('localhost:3000', '127.0.0.1'),
    request('127.0.0.1:3000', '::ffff:127.0.0.1'),
    request('luna.example', '127.0.0.1'),
    request('localhost:3000', '10.0.0.7'),
  ]
  expect(requests.map((one) => mayReachStandins(false, one))).toEqual([true, true, false, false])
  expect(requests.map((one) => mayReachStandins(true, one))).toEqual([true, true, true, true])
})
