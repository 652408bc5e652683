/** A voice stand-in on a port of its own, and a raw client of its conversation socket, for tests. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { WebSocket } from 'ws'
import { usualService, type ServiceSwitches, type VoiceApiFault } from '../service-switches.ts'
import { elevenLabsStandin, type ElevenLabsOptions, type VoiceFault } from '../plugin.ts'

export const apiKey = 'xi_standin_test'

/** The tool that lets an agent hang up. */
export const endCall = { type: 'system', name: 'end_call', params: { system_tool_type: 'end_call' } }
export const webhookSecret = 'wsec_test'
/** An address where nothing listens. */
const nowhere = 'http://127.0.0.1:9'

/** A frame as it came, with the time since the client was created. */
export interface ReceivedFrame {
  atMs: number
  type: string
  /** The inner fields, whatever the kind calls its one object. */
  event: Record<string, string | number | boolean | null>
}

export type OpenConversation = VoiceClient & { conversationId: string }

export interface TestStandin {
  directory: string
  origin: string
  faults: { voice: VoiceFault | null; api: VoiceApiFault | null; service: ServiceSwitches; clockMs: number }
  /** Makes a REST call below /v1/convai with the key; the body is JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  /** Makes such a call and reads its answer. */
  ask(...call: Parameters<TestStandin['call']>): Promise<{ status: number; body: Record<string, unknown> }>
  /** Creates an agent, with a voice and the tool to hang up unless the settings say otherwise. */
  createAgent(settings: object): Promise<string>
  signedUrl(agentId: string): Promise<{ signed_url: string; conversation_id: string }>
  /** Begins a conversation with an agent. */
  open(agentId: string, initiation?: object): Promise<OpenConversation>
  setAppUrl(url: string): void
  close(): Promise<void>
}

/** Starts a stand-in; pass the `directory` of an earlier one to start with its state. */
export async function startStandin(
  options: Partial<ElevenLabsOptions> = {},
  directory = mkdtempSync(join(tmpdir(), 'luna-voice-')),
): Promise<TestStandin> {
  const faults: TestStandin['faults'] = { voice: null, api: null, service: usualService, clockMs: 0 }
  const standin = elevenLabsStandin({
    directory,
    voiceFault: () => faults.voice,
    apiFault: () => faults.api,
    service: () => faults.service,
    webhookSecret,
    appUrl: nowhere,
    now: () => Date.now() + faults.clockMs,
    ...options,
  })
  const app = Fastify({ forceCloseConnections: true })
  await app.register(standin.routes)
  app.server.on('upgrade', (request, socket, head) => {
    if (!standin.handleUpgrade(request, socket, head)) socket.destroy()
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    directory,
    origin,
    faults,
    ...callsTo(origin),
    setAppUrl: standin.setAppUrl,
    close: async () => {
      await standin.close()
      await app.close()
    },
  }
}

type Calls = Pick<TestStandin, 'call' | 'ask' | 'createAgent' | 'signedUrl' | 'open'>

function callsTo(origin: string): Calls {
  const call: Calls['call'] = (method, path, body, headers = {}) =>
    fetch(`${origin}/v1/convai${path}`, {
      method,
      headers: { 'xi-api-key': apiKey, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      body: body ? JSON.stringify(body) : undefined,
    })
  const ask: Calls['ask'] = async (...given) => {
    const answer = await call(...given)
    const text = await answer.text()
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> }
  }
  const signedUrl: Calls['signedUrl'] = async (agentId) => {
    const path = `/conversation/get-signed-url?agent_id=${agentId}&include_conversation_id=true`
    return (await ask('GET', path)).body as { signed_url: string; conversation_id: string }
  }
  return {
    call,
    ask,
    signedUrl,
    createAgent: async (settings) => {
      const { body } = await ask('POST', '/agents/create', withUsual(settings))
      return body['agent_id'] as string
    },
    open: async (agentId, initiation = {}) => {
      const { conversation_id: conversationId, signed_url: url } = await signedUrl(agentId)
      const client = new VoiceClient(url)
      await client.opened
      client.send({ type: 'conversation_initiation_client_data', ...initiation })
      return Object.assign(client, { conversationId })
    },
  }
}

interface Settings {
  conversation_config?: { tts?: object; agent?: { prompt?: object } }
}

function withUsual(given: object): object {
  const { conversation_config: config = {}, ...settings } = given as Settings
  const prompt = { built_in_tools: { end_call: endCall }, ...config.agent?.prompt }
  const usual = { tts: { voice_id: 'slt', ...config.tts }, agent: { ...config.agent, prompt } }
  return { ...settings, conversation_config: { ...config, ...usual } }
}

export function removeState(standin: TestStandin): void {
  rmSync(standin.directory, { recursive: true, force: true })
}

/** Collects every frame; `next` searches those that no earlier `next` took. */
export class VoiceClient {
  readonly frames: ReceivedFrame[] = []
  /** The exact body of each frame. */
  readonly bodies: ({ type: string } & Record<string, unknown>)[] = []
  readonly opened: Promise<void>
  readonly closed: Promise<{ code: number; reason: string }>
  /** Whether it answers the provider's pings, which is all that the browser of a silent person sends. */
  answersPings: boolean
  private readonly socket: WebSocket
  private readonly madeAtMs = performance.now()
  private taken = 0
  private arrived: () => void = () => undefined

  constructor(url: string, answersPings = true) {
    this.answersPings = answersPings
    this.socket = new WebSocket(url, ['convai'], { perMessageDeflate: false })
    this.opened = new Promise((resolve, reject) => {
      this.socket.once('open', () => resolve())
      this.socket.once('error', reject)
    })
    this.opened.catch(() => undefined)
    this.closed = new Promise((resolve) => {
      this.socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }))
    })
    this.socket.on('message', (data) => {
      const body = JSON.parse((data as Buffer).toString()) as { type: string }
      const { type, ...rest } = body
      this.bodies.push(body)
      const event = (Object.values(rest)[0] ?? {}) as ReceivedFrame['event']
      this.frames.push({ atMs: this.elapsedMs(), type, event })
      if (type === 'ping' && this.answersPings) this.send({ type: 'pong', event_id: event['event_id'] })
      this.arrived()
    })
  }

  get protocol(): string {
    return this.socket.protocol
  }

  elapsedMs(): number {
    return performance.now() - this.madeAtMs
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Skips every frame that has arrived. */
  skip(): void {
    this.taken = this.frames.length
  }

  /** Returns the next frame of this kind and skips those before it. */
  async next(type: string, withinMs = 15_000): Promise<ReceivedFrame> {
    const deadline = performance.now() + withinMs
    for (;;) {
      const index = this.frames.findIndex((frame, at) => at >= this.taken && frame.type === type)
      const found = this.frames[index]
      if (found) {
        this.taken = index + 1
        return found
      }
      const leftMs = deadline - performance.now()
      if (leftMs <= 0) throw new Error(`no ${type} within ${withinMs} ms, got ${this.kinds().join(' ')}`)
      await Promise.race([new Promise<void>((resolve) => (this.arrived = resolve)), wait(leftMs)])
    }
  }

  kinds(): string[] {
    return this.frames.map((frame) => frame.type)
  }

  /** Sends sound at the pace it plays, in frames of 1024 samples; resolves at its end. */
  async speak(samples: Int16Array): Promise<void> {
    const startMs = performance.now()
    for (let at = 0; at < samples.length; at += 1024) {
      const chunk = samples.slice(at, at + 1024)
      this.send({ user_audio_chunk: Buffer.from(chunk.buffer).toString('base64') })
      await wait(startMs + ((at + 1024) * 1000) / 16_000 - performance.now())
    }
  }

  close(): void {
    this.socket.close(1000)
  }

  sendBinary(data: Buffer): void {
    this.socket.send(data, { binary: true })
  }

  /** Cuts the connection without a word, like a lost network. */
  vanish(): void {
    this.socket.terminate()
  }

  /** Stops reading what arrives, like a browser that hangs. */
  stopReading(): void {
    this.socket.pause()
  }

  goOnReading(): void {
    this.socket.resume()
  }

  /** Resolves at the next ping from the other side, which is answered. */
  async pinged(): Promise<void> {
    await new Promise((resolve) => this.socket.once('ping', resolve))
  }

  /** Resolves when the other side has received everything that was sent before, or has closed the socket. */
  async delivered(): Promise<void> {
    this.socket.ping()
    await Promise.race([new Promise((resolve) => this.socket.once('pong', resolve)), this.closed])
  }
}

export function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, durationMs)))
}

/**
 * Returns part of the fixture's question at 16 kHz. The file holds nothing above 8 kHz, so every third sample is
 * enough.
 */
export function questionSamples(fromMs: number, toMs: number): Int16Array {
  const file = readFileSync(new URL('./question.wav', import.meta.url)).subarray(44)
  return Int16Array.from({ length: (toMs - fromMs) * 16 }, (_, index) => file.readInt16LE((fromMs * 16 + index) * 6))
}

/** Returns the RMS of an audio frame's sound, full scale 1, and its length. */
export function measureAudio(frame: ReceivedFrame): { loudness: number; durationMs: number } {
  const bytes = Buffer.from(String(frame.event['audio_base_64']), 'base64')
  let sum = 0
  for (let at = 0; at < bytes.length; at += 2) sum += bytes.readInt16LE(at) ** 2
  return { loudness: Math.sqrt(sum / (bytes.length / 2)) / 32_768, durationMs: bytes.length / 32 }
}
