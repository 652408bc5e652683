import type { IncomingMessage } from 'node:http'
import net from 'node:net'
import type { FastifyRequest } from 'fastify'
import { refusals } from './problem.ts'

/** What counts as this machine and as our own site. */

/** Whether a host name or network address, without a port, can only be this machine: a name like 127.evil.test is not. */
export function isLoopback(name: string): boolean {
  const bare = name.replace(/^\[(.*)\]$/, '$1').replace(/^::ffff:/i, '')
  return bare === 'localhost' || bare === '::1' || (net.isIPv4(bare) && bare.startsWith('127.'))
}

/** Whether a Host header names this machine, with or without a port. */
export function isLoopbackHost(host: string): boolean {
  const [, name = ''] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(host) ?? []
  return isLoopback(name)
}

interface Arrival {
  /** The Host header. */
  host: string | undefined
  /** Network address of ours that the connection was made to. */
  localAddress: string | undefined
}

/**
 * Whether a page of ours sends this Origin, scheme and all (D16, D182): the configured address, or this machine by the
 * name that the request was sent to. Any other name says nothing without PUBLIC_URL: whoever owns it can let it lead
 * here, and its pages then seem to be ours.
 */
export function isOwnOrigin(
  origin: string,
  { host = '', localAddress = '' }: Arrival,
  publicUrl: string | null,
): boolean {
  if (!URL.canParse(origin)) return false
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true
  if (origin !== `http://${host}`) return false
  const { hostname } = new URL(origin)
  return isLoopback(hostname) || (publicUrl === null && hostname === localAddress.replace(/^::ffff:/i, ''))
}

/** Whether a request may reach the stand-ins: from this machine under its own name, or from everywhere on purpose (D182). */
export function mayReachStandins(isForAll: boolean, { headers, socket }: IncomingMessage): boolean {
  return isForAll || (isLoopbackHost(headers.host ?? '') && isLoopback(socket.remoteAddress ?? ''))
}

/**
 * Refuses a write that another site makes (D16). Browsers mark requests with Sec-Fetch-Site and tell their Origin, which
 * must be ours. Requests without both come from no browser and carry no foreign cookie.
 */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | null): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refusals.badOrigin()
  const { origin } = request.headers
  if (origin === undefined) return
  const { localAddress } = request.socket
  if (!isOwnOrigin(origin, { host: request.host, localAddress }, publicUrl)) throw refusals.badOrigin()
}
