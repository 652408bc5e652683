import type { FastifyRequest } from 'fastify'
import type { Config } from './config.ts'

/**
 * Address of the site for links that leave it. A configured PUBLIC_URL always wins: the Host header is what a stranger
 * sends, and a link in a mail must not lead to it. Without one only loopback addresses are answered (see config).
 */
export function siteUrl(config: Config, request: FastifyRequest): string {
  return config.publicUrl ?? `http://${loopbackHost(request.host, config)}`
}

function loopbackHost(host: string, config: Config): string {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host) ? host : `${config.host}:${config.port}`
}

/** Address of our own socket, absolute, on the host of the request (DESIGN section 3). */
export function socketUrl(config: Config, request: FastifyRequest, path: string): string {
  const isSecure = config.publicUrl ? config.publicUrl.startsWith('https:') : request.protocol === 'https'
  return `${isSecure ? 'wss' : 'ws'}://${request.host}${path}`
}
