/** The browser's microphone and speaker behind the interfaces that the conversation needs. */
import { askMicrophone } from './ask-microphone.ts'
import type { CapturedFrame } from './capture.worklet.ts'
import captureUrl from './capture.worklet.ts?worker&url'
import type {
  AudioDevices,
  DeviceChoice,
  Microphone,
  MicrophoneHandlers,
  Player,
  PlayerHandlers,
  SoundMoment,
} from './devices.ts'
import type { PlayerCommand, TimedReport } from './player.worklet.ts'
import playerUrl from './player.worklet.ts?worker&url'

/** One context at the device's own rate, with the code of its audio thread (D84). */
interface Graph {
  context: AudioContext
  takeCapture: TakeNode
  takePlayer: TakeNode
  /** How many microphones and players use it. */
  users: number
  /** Removes its listeners. */
  closed: AbortController
}

/** Returns microphone and speaker on one AudioContext, which closes with the last of the two. */
export function createBrowserAudio(given?: DeviceChoice): AudioDevices {
  const choice: DeviceChoice = { microphoneId: '', speakerId: '', ...given }
  let graph: Graph | null = null
  const permission = createPermission()
  function make(): Graph {
    const made = createGraph()
    if (choice.speakerId) void useSpeaker(made.context, choice.speakerId)
    const { signal } = made.closed
    navigator.mediaDevices?.addEventListener('devicechange', () => void followSpeakers(made), { signal })
    return made
  }

  /** Replaces an unplugged speaker with the system's default, and uses it again when it comes back. */
  async function followSpeakers(made: Graph): Promise<void> {
    await useSpeakerThatIsThere(made.context, choice)
    // Chromium halts a context whose speaker is unplugged.
    if (made.users > 0) await made.context.resume().catch(() => {})
  }

  function acquire(): Graph {
    graph ??= make()
    graph.users++
    // Browsers allow sound only inside a click, so a prepared graph starts here.
    void graph.context.resume().catch(() => {})
    return graph
  }

  function release(used: Graph): void {
    if (--used.users > 0) return
    used.closed.abort()
    void used.context.close().catch(() => {})
    if (graph === used) graph = null
  }
  return {
    choose(next) {
      Object.assign(choice, next)
      if (graph && next.speakerId !== undefined) void useSpeaker(graph.context, next.speakerId)
    },
    prepare() {
      graph ??= make()
    },
    isMicrophoneAllowed: permission.isKnown,
    discard() {
      if (graph?.users !== 0) return
      graph.users = 1
      release(graph)
    },
    openMicrophone(handlers) {
      // It comes first, because it opens while the creation of a context blocks the page for some 50 ms.
      const asked = permission.note(askMicrophone(choice.microphoneId))
      const used = acquire()
      return openMicrophone(asked, used, () => release(used), handlers)
    },
    openPlayer(handlers) {
      const used = acquire()
      return openPlayer(used, () => release(used), handlers)
    },
  }
}

/**
 * Follows whether the microphone opens without a question. A system that refuses what the browser allows is found out by
 * the first opening.
 */
function createPermission() {
  let status: PermissionStatus | null = null
  let hasOpened = false
  // The browser keeps its answer current; some do not say.
  navigator.permissions?.query({ name: 'microphone' }).then(
    (answer) => (status = answer),
    () => {},
  )
  return {
    isKnown: () => hasOpened && status?.state === 'granted',
    /** Remembers whether the microphone opens. Returns the same promise. */
    note(asked: Promise<MediaStream>): Promise<MediaStream> {
      asked.then(
        () => (hasOpened = true),
        () => (hasOpened = false),
      )
      return asked
    },
  }
}

function createGraph(): Graph {
  const context = new AudioContext({ latencyHint: 'interactive' })
  return {
    context,
    takeCapture: nodesOf(context, captureUrl, 'luna-capture', {
      numberOfOutputs: 0,
      channelCount: 1,
      channelCountMode: 'explicit',
    }),
    takePlayer: nodesOf(context, playerUrl, 'luna-player', { numberOfInputs: 0, outputChannelCount: [1] }),
    users: 0,
    closed: new AbortController(),
  }
}

/** @throws when the audio thread's code cannot be loaded */
type TakeNode = () => Promise<AudioWorkletNode>

/** Makes the first node ahead: designing its filters takes the audio thread several milliseconds. */
function nodesOf(context: AudioContext, codeUrl: string, name: string, options: AudioWorkletNodeOptions): TakeNode {
  const loaded = context.audioWorklet.addModule(codeUrl)
  const make = () => new AudioWorkletNode(context, name, options)
  let ahead: Promise<AudioWorkletNode> | null = loaded.then(make)
  // Failures are reported through `ready` of the microphone and the player.
  ahead.catch(() => {})
  return () => {
    const taken = ahead ?? loaded.then(make)
    ahead = null
    return taken
  }
}

async function openMicrophone(
  asked: Promise<MediaStream>,
  { context, takeCapture }: Graph,
  release: () => void,
  handlers: MicrophoneHandlers,
): Promise<Microphone> {
  const stream = await asked.catch((error: unknown) => {
    release()
    throw error
  })
  let closed = false
  let source: MediaStreamAudioSourceNode | null = null
  for (const track of stream.getTracks()) {
    track.onended = () => handlers.onLost()
    track.onmute = () => handlers.onMuted?.(true)
    track.onunmute = () => handlers.onMuted?.(false)
  }

  async function connect(): Promise<void> {
    const node = await takeCapture()
    if (closed) return
    source = context.createMediaStreamSource(stream)
    node.port.onmessage = ({ data: { samples, level } }: MessageEvent<CapturedFrame>) => {
      if (!closed) handlers.onFrame(samples, level)
    }
    source.connect(node)
  }

  return {
    ready: connect(),
    close() {
      if (closed) return
      closed = true
      source?.disconnect()
      for (const track of stream.getTracks()) {
        track.onended = track.onmute = track.onunmute = null
        track.stop()
      }
      release()
    },
  }
}

function openPlayer({ context, takePlayer }: Graph, release: () => void, handlers: PlayerHandlers): Player {
  let node: AudioWorkletNode | null = null
  const closed = new AbortController()
  const { signal } = closed
  const early: PlayerCommand[] = []

  async function connect(): Promise<void> {
    const taken = await takePlayer()
    if (signal.aborted) return
    node = taken
    node.port.onmessage = ({ data }: MessageEvent<TimedReport>) => {
      if (!signal.aborted) notify(data, context, handlers)
    }
    node.connect(context.destination)
    for (const command of early) send(command)
  }

  function send(command: PlayerCommand): void {
    if (!node) early.push(command)
    else node.port.postMessage(command, command.kind === 'play' ? [command.samples.buffer] : [])
  }

  // Not `onstatechange`, which the next call's player may hold by the time this one closes.
  context.addEventListener('statechange', () => handlers.onBlocked(context.state !== 'running'), { signal })

  return {
    ready: connect(),
    setRate: (rateHz) => send({ kind: 'rate', rateHz }),
    play: (eventId, samples) => send({ kind: 'play', eventId, samples }),
    interrupt: (eventId) => send({ kind: 'interrupt', eventId }),
    resume: () => void context.resume().catch(() => {}),
    close() {
      if (signal.aborted) return
      closed.abort()
      node?.disconnect()
      release()
    },
  }
}

function notify(report: TimedReport, context: AudioContext, handlers: PlayerHandlers): void {
  if (report.kind === 'playing') return handlers.onPlaying(report.eventId, report.playedMs, report.level)
  const at = soundMoment(context, report.time)
  if (report.kind === 'started') handlers.onStarted(report.eventId, at)
  else handlers.onSilent(report.interrupted, at)
}

/** Returns the moment of the sample at audio time `seconds`, whose report has just arrived. */
function soundMoment(context: AudioContext, seconds: number): SoundMoment {
  const graphMs = performance.now()
  const { contextTime, performanceTime } = context.getOutputTimestamp()
  const isKnown = contextTime && performanceTime
  const latencyMs = (context.outputLatency || context.baseLatency) * 1000
  return { graphMs, speakerMs: isKnown ? performanceTime + (seconds - contextTime) * 1000 : graphMs + latencyMs }
}

/** Not in the types yet; missing in Safari. */
interface SpeakerContext {
  setSinkId?: (id: string) => Promise<void>
}

/** Plays through one speaker where the browser can, otherwise through the system's default. Never rejects. */
async function useSpeaker(context: object, speakerId: string): Promise<void> {
  const speaking: SpeakerContext = context
  try {
    await speaking.setSinkId?.(speakerId)
  } catch {
    await speaking.setSinkId?.('').catch(() => {})
  }
}

/**
 * Plays through the chosen speaker if it is plugged in, otherwise through the system's default. Requesting the chosen
 * one is not enough: browsers accept the one in use without checking that it is still there. Never rejects.
 */
async function useSpeakerThatIsThere(context: object, choice: Readonly<DeviceChoice>): Promise<void> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  // Read only now, because another may have been chosen meanwhile.
  const { speakerId } = choice
  const isThere = devices.some(({ kind, deviceId }) => kind === 'audiooutput' && deviceId === speakerId)
  await useSpeaker(context, isThere ? speakerId : '')
}
