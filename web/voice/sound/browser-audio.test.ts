import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBrowserAudio } from './browser-audio.ts'
import type { PlayerHandlers } from './devices.ts'
import { settle } from '../fake-clock.ts'

vi.mock('./capture.worklet.ts?worker&url', () => ({ default: 'capture.js' }))
vi.mock('./player.worklet.ts?worker&url', () => ({ default: 'player.js' }))

/** Like Chromium's: accepts the speaker in use unchecked, and is halted when that one is unplugged. */
class FakeContext extends EventTarget {
  state = 'running'
  sinkId = ''
  resumed = 0
  audioWorklet = { addModule: () => Promise.resolve() }

  constructor() {
    super()
    contexts.push(this)
  }

  async setSinkId(id: string): Promise<void> {
    if (id !== this.sinkId && id && !speakers.includes(id)) throw new DOMException('gone', 'NotFoundError')
    this.sinkId = id
  }

  createMediaStreamSource = () => new AudioWorkletNode(this as unknown as AudioContext, 'source')

  turn(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }

  async resume(): Promise<void> {
    this.resumed++
    if (this.state !== 'running') this.turn('running')
  }

  async close(): Promise<void> {
    this.turn('closed')
  }
}

let contexts: FakeContext[] = []
let madeNodes: string[] = []
let speakers: string[] = []
let mediaDevices: EventTarget

beforeEach(() => {
  contexts = []
  madeNodes = []
  speakers = ['desk', 'headset']
  mediaDevices = Object.assign(new EventTarget(), {
    enumerateDevices: async () => [
      // A headset is also a microphone of the same name.
      { kind: 'audioinput', deviceId: 'headset' },
      ...speakers.map((deviceId) => ({ kind: 'audiooutput', deviceId })),
    ],
  })
  vi.stubGlobal('navigator', { mediaDevices })
  vi.stubGlobal('AudioContext', FakeContext)
  class Node {
    port = { postMessage: () => {} }
    connect = () => {}
    disconnect = () => {}

    constructor(_context: unknown, name: string) {
      madeNodes.push(name)
    }
  }
  vi.stubGlobal('AudioWorkletNode', Node)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

function playerHandlers() {
  const blocked: boolean[] = []
  const nothing = { onStarted: () => {}, onPlaying: () => {}, onSilent: () => {} }
  const handlers: PlayerHandlers = { ...nothing, onBlocked: (isBlocked) => void blocked.push(isBlocked) }
  return { blocked, handlers }
}

async function plug(next: string[]): Promise<void> {
  speakers = next
  mediaDevices.dispatchEvent(new Event('devicechange'))
  await settle()
}

test('an unplugged speaker gives way to the system’s own, and comes back', async () => {
  const { handlers, blocked } = playerHandlers()
  const player = createBrowserAudio({ microphoneId: '', speakerId: 'headset' }).openPlayer(handlers)
  await settle()
  const [context] = contexts
  expect(context?.sinkId).toBe('headset')
  context?.turn('suspended')
  await plug(['desk'])
  expect(context).toMatchObject({ sinkId: '', state: 'running' })
  expect(blocked).toEqual([true, false])
  await plug(['desk', 'headset'])
  expect(context?.sinkId).toBe('headset')
  player.close()
  await plug(['desk'])
  expect(context).toMatchObject({ sinkId: 'headset', state: 'closed' })
})

test('sound that is only prepared is not started by a device', async () => {
  const audio = createBrowserAudio({ microphoneId: '', speakerId: 'headset' })
  audio.prepare()
  await plug(['desk'])
  expect(contexts).toMatchObject([{ sinkId: '', resumed: 0 }])
})

test('the audio thread’s work is prepared once, and a second player gets its own', async () => {
  const audio = createBrowserAudio()
  audio.prepare()
  await settle()
  expect(madeNodes).toEqual(['luna-capture', 'luna-player'])
  const { handlers } = playerHandlers()
  await audio.openPlayer(handlers).ready
  expect(madeNodes).toHaveLength(2)
  await audio.openPlayer(handlers).ready
  expect(madeNodes).toEqual(['luna-capture', 'luna-player', 'luna-player'])
})

test('a player that closes leaves the next one its word of blocked sound', async () => {
  const audio = createBrowserAudio()
  const first = playerHandlers()
  const second = playerHandlers()
  const former = audio.openPlayer(first.handlers)
  audio.openPlayer(second.handlers)
  await settle()
  expect(contexts).toHaveLength(1)
  former.close()
  contexts[0]?.turn('interrupted')
  expect(first.blocked).toEqual([])
  expect(second.blocked).toEqual([true])
})

test('S186 a microphone counts as allowed once it has opened, while the browser says so', async () => {
  const permission = { state: 'granted' }
  const stream = { getTracks: () => [] }
  let isRefused = false
  const getUserMedia = async () => {
    if (isRefused) throw new DOMException('by the system', 'NotAllowedError')
    return stream
  }
  vi.stubGlobal('navigator', {
    mediaDevices: Object.assign(mediaDevices, { getUserMedia }),
    permissions: { query: async () => permission },
  })
  const audio = createBrowserAudio()
  audio.prepare()
  await settle()
  expect(audio.isMicrophoneAllowed()).toBe(false)
  const open = () => audio.openMicrophone({ onFrame: () => {}, onLost: () => {} })
  const microphone = await open()
  expect(audio.isMicrophoneAllowed()).toBe(true)
  permission.state = 'prompt'
  expect(audio.isMicrophoneAllowed()).toBe(false)
  permission.state = 'granted'
  isRefused = true
  await expect(open()).rejects.toThrow('by the system')
  expect(audio.isMicrophoneAllowed()).toBe(false)
  await microphone.ready
  microphone.close()
})
