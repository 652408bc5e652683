import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { World } from '../world/world.ts'

export const metadata = {
  type: 'conversation_initiation_metadata',
  conversation_initiation_metadata_event: { conversation_id: 'conv_own', agent_output_audio_format: 'pcm_16000' },
}
export const sound = { type: 'audio', audio_event: { audio_base_64: 'AAAA', event_id: 1 } }

export const queueStatus = (status: string) => ({ type: 'queue_status', queue_status_event: { status } })

/** Sends messages of the provider, or texts as they are. */
export function say(socket: WebSocket | undefined, ...messages: (object | string)[]): void {
  for (const message of messages) socket?.send(typeof message === 'string' ? message : JSON.stringify(message))
}

export interface OwnProvider {
  sockets: WebSocket[]
  /** Every text that the gateway sent. */
  heard: string[]
  /** Brings the stand-in back. */
  stop(): void
}

/** Replaces the stand-in with a provider that says this at once, for the conversations of one test. */
export async function ownProvider(
  world: World,
  first: (object | string)[] = [metadata, sound],
  options: { autoPong?: boolean } = {},
): Promise<OwnProvider> {
  const sockets: WebSocket[] = []
  const heard: string[] = []
  const provider = new WebSocketServer({ port: 0, host: '127.0.0.1', ...options })
  await once(provider, 'listening')
  provider.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('message', (data, isBinary) => heard.push(isBinary ? 'binary' : (data as Buffer).toString()))
    say(socket, ...first)
  })
  const { connect } = world.services.voice
  world.services.voice.connect = () => connect(`ws://127.0.0.1:${(provider.address() as AddressInfo).port}`)
  const stop = () => {
    world.services.voice.connect = connect
    for (const socket of sockets) socket.terminate()
    provider.close()
  }
  return { sockets, heard, stop }
}
