import type { IncomingMessage } from 'node:http'
import net from 'node:net'
import type { FastifyRequest } from 'fastify'
import { refusals } from './problem.ts'

/** Decides what counts as this machine and as our own site. */

/** Returns whether a host name or address, without a port, can only be this machine; 127.evil.test is not. */
export function isLoopback(name: string): boolean {
  const bare = name.replace(/^\[(.*)\]$/, '$1').replace(/^::ffff:/i, '')
  return bare === 'localhost' || bare === '::1' || (net.isIPv4(bare) && bare.startsWith('127.'))
}

/** Returns whether a Host header names this machine, with or without a port. */
export function isLoopbackHost(host: string): boolean {
  const [, name = ''] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(host) ?? []
  return isLoopback(name)
}

interface Arrival {
  /** The Host header. */
  host: string | undefined
  /** Our network address to which the connection was made. */
  localAddress: string | undefined
}

/**
 * Returns whether a page of ours sends this Origin, including its scheme (D16, D182): the configured address, or this
 * machine by the name that the request was sent to. Without PUBLIC_URL any other name proves nothing, because its owner
 * can point it here, and pages of that name then seem to be ours.
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

/** Returns whether a request is for two hosts, which must be refused (RFC 9112). */
export function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1
}

/**
 * Returns whether a request may reach the stand-ins: from this machine under its own name, or from anywhere if that is
 * configured (D182).
 */
export function mayReachStandins(isForAll: boolean, { headers, socket }: IncomingMessage): boolean {
  return isForAll || (isLoopbackHost(headers.host ?? '') && isLoopback(socket.remoteAddress ?? ''))
}

/**
 * Refuses a write from another site (D16). Browsers mark requests with Sec-Fetch-Site and an Origin, which must be
 * ours. Requests without both do not come from a browser, so they cannot abuse a person's cookie.
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
