import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isLoopbackHost } from './own-address.ts'

/**
 * Returns the site's address for links that leave it. A configured PUBLIC_URL always wins, because strangers choose the
 * Host header and a link in a mail must not lead to it. Without one, only loopback addresses are answered (see config).
 */
export function siteUrl(config: Config, request: FastifyRequest): string {
  return config.publicUrl ?? `http://${loopbackHost(request.host, config)}`
}

function loopbackHost(host: string, config: Config): string {
  return isLoopbackHost(host) ? host : `${config.host}:${config.port}`
}

/** One-time address of a conversation, and the number of the process that carries it. */
interface VoiceAddress {
  token: string
  gatewayId: number
}

/**
 * Returns the absolute address of a conversation's socket, on the host of the request (DESIGN section 3). A balancer
 * finds the carrying process by `server`; a single process ignores it.
 */
export function voiceUrl(config: Config, request: FastifyRequest, id: string, address: VoiceAddress): string {
  const protocol = isHttps(config, request) ? 'wss' : 'ws'
  const query = `token=${address.token}&server=${address.gatewayId}`
  return `${protocol}://${request.host}/voice/${id}?${query}`
}

/** Returns whether the client sent the request over https. */
export function isHttps(config: Config, request: Pick<FastifyRequest, 'protocol'>): boolean {
  return config.publicUrl ? config.publicUrl.startsWith('https:') : request.protocol === 'https'
}
