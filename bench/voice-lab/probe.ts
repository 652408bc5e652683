/**
 * Runs in a page before its own scripts and measures a voice client from outside. It sits between the client and the
 * browser's sockets and audio contexts, so that the same instrument measures both clients.
 */
import type { TapMessage } from './tap.worklet.ts'

export interface ProbeOptions {
  /** Address of the built tap.worklet.ts; without it the played sound is not examined. */
  tapUrl?: string
  /** Keeps every frame; a soak keeps only sums, so that the probe itself does not grow. */
  keepsFrames?: boolean
  /** Keeps the played sound. */
  keepsSound?: boolean
  /** Listens where the sound reaches the speaker's own clock: behind the media stream, if the client uses one. */
  listensAtSpeaker?: boolean
  /** Rate of every audio context in place of the device's: at 16 kHz nothing is resampled. */
  contextRateHz?: number
  /**
   * Leaves out the turn signals of our own client, which end at the gateway, because the provider does not know them
   * (D78).
   */
  isWithoutGateway?: boolean
  /** The sound of a microphone that speaks on command, in place of the browser's. */
  speechUrl?: string
}

/** All times are the page's performance.now() in ms. */
export interface SentSound {
  atMs: number
  samples: number
}

export interface ReceivedFrame {
  atMs: number
  type: string
  eventId: number | null
  /** Base64 of a frame of sound. */
  sound: string | null
}

/** The output got louder or quieter: 0 is nothing at all, 1 is below -60 dB of full scale, 2 is audible. */
export interface Loudness {
  atMs: number
  level: 0 | 1 | 2
}

export interface ProbeRecord {
  sent: SentSound[]
  received: ReceivedFrame[]
  loudness: Loudness[]
  /** Samples at the context's rate, 16 bit. */
  played: number[]
  longTasksMs: number[]
  sockets: number
  closes: { code: number; reason: string }[]
}

export interface VoiceProbe {
  record: ProbeRecord
  /** Samples sent since the first frame. */
  samplesSent: number
  /** The smallest lag in ms of the frames on the wire behind the microphone's audio clock since the last call. */
  takeLagMs: () => number
  /** Makes the microphone with `speechUrl` speak. */
  speak: () => Promise<void>
}

const bytesPerSample = 2
const captureRateHz = 16_000
const soundStart = '{"user_audio_chunk":"'
const ownKinds = new Set(['user_turn_start', 'user_turn_stop', 'response_request', 'continuation'])
const options: ProbeOptions = window.voiceProbeOptions ?? {}
const record: ProbeRecord = {
  sent: [],
  received: [],
  loudness: [],
  played: [],
  longTasksMs: [],
  sockets: 0,
  closes: [],
}

let captureContext: BaseAudioContext | null = null
/** Audio time of the first frame's sending. */
let firstAtSeconds: number | null = null
let leastLagMs = Infinity
/** As the browser has them, for the probe's own sound. */
const DeviceContext = window.AudioContext
const originalConnect = AudioNode.prototype.connect as (this: AudioNode, ...args: unknown[]) => unknown

const probe: VoiceProbe = {
  record,
  samplesSent: 0,
  takeLagMs: () => {
    const lagMs = leastLagMs
    leastLagMs = Infinity
    return lagMs
  },
  speak: options.speechUrl ? replaceMicrophone(options.speechUrl) : () => Promise.resolve(),
}
window.voiceProbe = probe

function noteSentSound(text: string): void {
  const base64 = text.slice(soundStart.length, text.indexOf('"', soundStart.length))
  const samples = ((base64.length / 4) * 3 - (base64.match(/=+$/)?.[0].length ?? 0)) / bytesPerSample
  if (options.keepsFrames) record.sent.push({ atMs: performance.now(), samples })
  const nowSeconds = captureContext?.currentTime ?? 0
  if (firstAtSeconds === null) firstAtSeconds = nowSeconds
  else probe.samplesSent += samples
  const lagMs = (nowSeconds - firstAtSeconds - probe.samplesSent / captureRateHz) * 1000
  leastLagMs = Math.min(leastLagMs, lagMs)
}

function noteReceived(text: string): void {
  const atMs = performance.now()
  if (!options.keepsFrames) return
  const { type, ...rest } = JSON.parse(text) as { type: string }
  const event = (Object.values(rest)[0] ?? {}) as { event_id?: number; audio_base_64?: string }
  record.received.push({ atMs, type, eventId: event.event_id ?? null, sound: event.audio_base_64 ?? null })
}

window.WebSocket = class extends WebSocket {
  constructor(address: string | URL, protocols?: string | string[]) {
    super(address, protocols)
    record.sockets++
    this.addEventListener('message', ({ data }) => noteReceived(String(data)))
    this.addEventListener('close', ({ code, reason }) => record.closes.push({ code, reason }))
  }

  override send(data: string): void {
    const isSound = data.startsWith(soundStart)
    if (!isSound && options.isWithoutGateway && ownKinds.has((JSON.parse(data) as { type: string }).type)) return
    super.send(data)
    if (isSound) noteSentSound(data)
  }
}

const taps = new WeakMap<BaseAudioContext, Promise<void>>()

window.AudioContext = class extends AudioContext {
  constructor(given?: AudioContextOptions) {
    super(options.contextRateHz ? { ...given, sampleRate: options.contextRateHz } : given)
    if (options.tapUrl) taps.set(this, this.audioWorklet.addModule(options.tapUrl))
  }

  override createMediaStreamSource(stream: MediaStream): MediaStreamAudioSourceNode {
    const source = super.createMediaStreamSource(stream)
    captureContext = source.context
    return source
  }
}

AudioNode.prototype.connect = function connect(this: AudioNode, ...args: unknown[]) {
  const [end] = args
  if (end instanceof MediaStreamAudioDestinationNode && options.listensAtSpeaker) void tap(followStream(end.stream))
  else if (end instanceof AudioDestinationNode || end instanceof MediaStreamAudioDestinationNode) void tap(this)
  return originalConnect.apply(this, args)
} as typeof AudioNode.prototype.connect

/** Receives a stream at the speaker's rate, like the media element that plays it. */
function followStream(stream: MediaStream): AudioNode {
  return new MediaStreamAudioSourceNode(new AudioContext(), { mediaStream: stream })
}

/** Examines, on the side, what goes to the speaker. */
async function tap(node: AudioNode): Promise<void> {
  const { context } = node
  const loaded = taps.get(context)
  if (!loaded) return
  await loaded
  if (context.state === 'closed') return
  const ear = new AudioWorkletNode(context, 'luna-tap', {
    numberOfOutputs: 0,
    processorOptions: { keepsSound: options.keepsSound === true },
  })
  ear.port.onmessage = ({ data }: MessageEvent<TapMessage>) => {
    if (data.kind === 'loudness') record.loudness.push({ atMs: performance.now(), level: data.level })
    else for (const sample of data.samples) record.played.push(sample)
  }
  originalConnect.call(node, ear)
}

/** Replaces the microphone. Returns a function that plays the sound of `speechUrl` to everything that listens to it. */
function replaceMicrophone(speechUrl: string): () => Promise<void> {
  const mouths: { context: AudioContext; destination: MediaStreamAudioDestinationNode }[] = []
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new DeviceContext()
    await context.resume()
    const destination = context.createMediaStreamDestination()
    mouths.push({ context, destination })
    return destination.stream
  }
  return async () => {
    const file = await (await fetch(speechUrl)).arrayBuffer()
    for (const { context, destination } of mouths) {
      const source = context.createBufferSource()
      source.buffer = await context.decodeAudioData(file.slice(0))
      originalConnect.call(source, destination)
      source.start()
    }
  }
}

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) record.longTasksMs.push(duration)
}).observe({ type: 'longtask' })

declare global {
  interface Window {
    voiceProbeOptions?: ProbeOptions
    voiceProbe?: VoiceProbe
  }
}
