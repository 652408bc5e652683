/** The browser's microphone and speaker behind the interfaces the conversation wants. */
import type { AudioDevices, Microphone, MicrophoneHandlers, Player, PlayerHandlers } from './devices.ts'
import type { CapturedFrame } from './capture.worklet.ts'
import captureUrl from './capture.worklet.ts?worker&url'
import type { PlayerCommand, TimedReport } from './player.worklet.ts'
import playerUrl from './player.worklet.ts?worker&url'

/**
 * Microphone and speaker over one AudioContext at the device's own rate. Both open functions must be called inside
 * the click: browsers start sound only there. The context is closed with the last of the two.
 */
export function createBrowserAudio(): AudioDevices {
  let context: AudioContext | null = null
  let users = 0

  function acquire(): AudioContext {
    context ??= new AudioContext({ latencyHint: 'interactive' })
    users++
    void context.resume().catch(() => {})
    return context
  }

  function release(): void {
    if (--users > 0) return
    void context?.close().catch(() => {})
    context = null
  }

  return {
    openMicrophone: (handlers) => openMicrophone(acquire(), release, handlers),
    openPlayer: (handlers) => openPlayer(acquire(), release, handlers),
  }
}

async function openMicrophone(
  context: AudioContext,
  release: () => void,
  handlers: MicrophoneHandlers,
): Promise<Microphone> {
  // The worklet loads while the permission is asked; its failure is reported through `ready`.
  const loaded = context.audioWorklet.addModule(captureUrl)
  loaded.catch(() => {})
  let stream: MediaStream
  try {
    // Optional in fact: browsers have no mediaDevices on an insecure origin.
    if (!navigator.mediaDevices) throw new DOMException('No microphone on an insecure origin', 'NotFoundError')
    stream = await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 },
    })
  } catch (error) {
    release()
    throw error
  }
  let closed = false
  let source: MediaStreamAudioSourceNode | null = null
  for (const track of stream.getTracks()) track.onended = () => handlers.onLost()

  async function connect(): Promise<void> {
    await loaded
    if (closed) return
    source = context.createMediaStreamSource(stream)
    const node = new AudioWorkletNode(context, 'luna-capture', {
      numberOfOutputs: 0,
      channelCount: 1,
      channelCountMode: 'explicit',
    })
    node.port.onmessage = ({ data }: MessageEvent<CapturedFrame>) => {
      if (!closed) handlers.onFrame(new Int16Array(data.buffer, 0, data.count), data.level)
      node.port.postMessage(data.buffer, [data.buffer])
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
        track.onended = null
        track.stop()
      }
      release()
    },
  }
}

function openPlayer(context: AudioContext, release: () => void, handlers: PlayerHandlers): Player {
  let node: AudioWorkletNode | null = null
  let closed = false
  const early: PlayerCommand[] = []

  async function connect(): Promise<void> {
    await context.audioWorklet.addModule(playerUrl)
    if (closed) return
    node = new AudioWorkletNode(context, 'luna-player', { numberOfInputs: 0, outputChannelCount: [1] })
    node.port.onmessage = ({ data }: MessageEvent<TimedReport>) => {
      if (!closed) tell(data, pageTimeMs(context, data.time), handlers)
    }
    node.connect(context.destination)
    for (const command of early) send(command)
  }

  function send(command: PlayerCommand): void {
    if (!node) early.push(command)
    else node.port.postMessage(command, command.kind === 'play' ? [command.samples.buffer] : [])
  }

  context.onstatechange = () => {
    if (!closed) handlers.onBlocked(context.state !== 'running')
  }

  return {
    ready: connect(),
    setRate: (rateHz) => send({ kind: 'rate', rateHz }),
    play: (eventId, samples) => send({ kind: 'play', eventId, samples }),
    interrupt: (eventId) => send({ kind: 'interrupt', eventId }),
    resume: () => void context.resume().catch(() => {}),
    close() {
      if (closed) return
      closed = true
      node?.disconnect()
      context.onstatechange = null
      release()
    },
  }
}

function tell(report: TimedReport, atMs: number, handlers: PlayerHandlers): void {
  if (report.kind === 'started') handlers.onStarted(report.eventId, atMs)
  else if (report.kind === 'silent') handlers.onSilent(report.interrupted, atMs)
  else handlers.onPlaying(report.eventId, report.playedMs, report.level)
}

/**
 * When the audio graph produced the sample of audio time `seconds`, on performance.now()'s scale. The browser maps
 * to the moment the speaker plays it; the output latency is taken off again to get the graph's own time.
 */
function pageTimeMs(context: AudioContext, seconds: number): number {
  const { contextTime, performanceTime } = context.getOutputTimestamp()
  if (!contextTime || !performanceTime) return performance.now()
  const latencySeconds = context.baseLatency + (context.outputLatency || 0)
  return performanceTime + (seconds - contextTime - latencySeconds) * 1000
}
