import { Framer } from '#web/voice/sound/framer.ts'
import { type Comparison, median, percentile, slope } from '../report.ts'
import * as figures from './figures.ts'
import type { LabClientName } from './lab.ts'
import type { ProbeRecord } from './probe.ts'
import type { SoakFigures } from './soak.ts'

/** Apart from speaker latency, the engine is silent by then; anything of an interrupted answer heard later is stale. */
const staleGraceMs = 60

/** The step of the only clock of an audio thread. */
const audioClockMs = 1

/** Everything that was measured of one client. */
export interface Measured {
  connectedMs: number[]
  firstFrameMs: number[]
  conversations: ProbeRecord[]
  answers: ProbeRecord[]
  stale: ProbeRecord[]
  /** The figures at the end of each minute. */
  soak: SoakFigures[]
}

type Both = Record<LabClientName, Measured>
type Rounds = 'conversations' | 'answers'
type Pick = (measured: Measured) => number
type Read = (record: ProbeRecord) => number[]
/** The share of the values that must be below, and the goal for it. */
type Goal = [share: number, goal: string]

const frameMs = ({ sent }: ProbeRecord) => sent.map(({ samples }) => samples / 16)
const encodeMs = ({ sent }: ProbeRecord) => sent.map((frame) => frame.encodeMs)
const decodeMs = ({ received }: ProbeRecord) => received.flatMap((frame) => frame.decodeMs ?? [])

/** Returns the table of both clients; `soakMinutes` is the length of the long conversation. */
export function compare(measured: Both, gzipBytes: Record<LabClientName, number>, soakMinutes: number): Comparison[] {
  return [
    ...compareFrames(measured),
    ...compareAnswers(measured),
    ...compareConnecting(measured),
    ...compareSoaks(measured, soakMinutes),
    ...compareCode(gzipBytes),
  ]
}

function row(measured: Both, name: string, goal: string, unit: string, pick: Pick): Comparison {
  return { name, goal, unit, ours: pick(measured.ours), official: pick(measured.official) }
}

/** Pools rare figures from all rounds. */
function shares(measured: Both, name: string, goals: Goal[], read: Read, of: Rounds): Comparison[] {
  return goals.map(([share, goal]) =>
    row(measured, `${name}, p${share * 100}`, goal, ' ms', (client) => percentile(client[of].flatMap(read), share)),
  )
}

/**
 * Takes the median of the talks for frequent figures, because a talk that a busy machine disturbed says nothing about
 * the client.
 */
function frames(measured: Both, name: string, goals: Goal[], read: Read): Comparison[] {
  return goals.map(([share, goal]) =>
    row(measured, `${name}, p${share * 100}`, goal, ' ms', ({ conversations: each }) =>
      median(each.map((record) => percentile(read(record), share))),
    ),
  )
}

const toWireGoals: Goal[] = [
  [0.5, '<= 5'],
  [0.95, '<= 11'],
  [0.99, '<= 20'],
]
const sampleGoals: Goal[] = [
  [0.5, ''],
  [0.95, ''],
]

/** Compares the path of the microphone's sound to the wire, and of the agent's sound from it. */
function compareFrames(measured: Both): Comparison[] {
  const toWire = frames(measured, 'frame complete to wire', toWireGoals, figures.frameToWire)
  return [
    ...frames(measured, 'microphone frame', [[0.5, '21.3']], frameMs),
    ...toWire.map((each) => ({ ...each, resolution: audioClockMs })),
    ...frames(measured, 'oldest sample of a frame to wire', sampleGoals, figures.sampleToWire),
    ...frames(measured, 'encode and send one frame', [[0.95, '<= 0.3']], encodeMs),
    ...frames(measured, 'decode one chunk of 200 ms', [[0.95, '<= 1']], decodeMs),
  ]
}

const toSoundGoals: Goal[] = [
  [0.5, '<= 10'],
  [0.95, '<= 20'],
]
const toSilenceGoals: Goal[] = [
  [0.5, ''],
  [0.95, '<= 15'],
]

/** Compares how soon an answer is heard, and how soon an interrupted one falls silent. */
function compareAnswers(measured: Both): Comparison[] {
  return [
    ...shares(measured, 'message to first sample', toSoundGoals, figures.messageToSound, 'answers'),
    ...shares(measured, 'interruption to silence', toSilenceGoals, figures.interruptionToSilence, 'conversations'),
    row(measured, 'heard of an interrupted answer later, worst', '0', ' ms', ({ stale }) =>
      Math.max(0, ...stale.flatMap((record) => figures.staleSound(record, staleGraceMs))),
    ),
  ]
}

function compareConnecting(measured: Both): Comparison[] {
  const connected = (share: number) => (client: Measured) => percentile(client.connectedMs, share)
  return [
    row(measured, 'click to connected, p50', '<= 80', ' ms', connected(0.5)),
    row(measured, 'click to connected, p95', '<= 150', ' ms', connected(0.95)),
    row(measured, 'click to first frame on the wire, p95', '', ' ms', ({ firstFrameMs }) =>
      percentile(firstFrameMs, 0.95),
    ),
  ]
}

/** Compares what a long conversation loses and keeps. */
function compareSoaks(measured: Both, soakMinutes: number): Comparison[] {
  const within = `in ${soakMinutes} min`
  const errors = [heapSlope(measured.ours).standardError, heapSlope(measured.official).standardError]
  return [
    row(measured, `frames lost ${within}`, '0', '', ({ soak: minutes }) => minutes.at(-1)?.lostFrames ?? Infinity),
    row(measured, 'heap in use', '', ' kB', ({ soak: minutes }) => (minutes.at(-1)?.heapBytes ?? Infinity) / 1000),
    {
      ...row(measured, 'heap slope, kB an hour', '<= 2000', ' kB', (client) => heapSlope(client).kilobytesPerHour),
      resolution: 2 * Math.hypot(...errors),
    },
    row(measured, `long tasks ${within}`, '0', '', ({ soak: minutes }) => minutes.at(-1)?.longTasksMs.length ?? NaN),
  ]
}

/** Returns the growth of the page's heap, by a straight line through every minute. */
function heapSlope({ soak: minutes }: Measured): { kilobytesPerHour: number; standardError: number } {
  const seen = minutes.map(({ seconds, heapGrowthBytes }): [number, number] => [seconds / 3600, heapGrowthBytes / 1000])
  const { perStep, standardError } = slope([[0, 0], ...seen])
  return { kilobytesPerHour: perStep, standardError }
}

function compareCode(gzipBytes: Record<LabClientName, number>): Comparison[] {
  const kilobytes = { ours: gzipBytes.ours / 1000, official: gzipBytes.official / 1000 }
  return [
    { name: 'code with worklets, gzip', goal: '<= 15', unit: ' kB', ...kilobytes },
    { name: 'resampling a second of 48 kHz', goal: '<= 5', unit: ' ms', ours: resamplingMs(), official: null },
  ]
}

/** Measures our resampler; the official client asks the browser for 16 kHz and has none. */
function resamplingMs(): number {
  const seconds = 60
  const quantum = Float32Array.from({ length: 128 }, (_, at) => Math.sin(at))
  const framer = new Framer(48_000, quantum.length, () => {})
  const startedAt = performance.now()
  for (let block = 0; block < (seconds * 48_000) / quantum.length; block++) framer.push(quantum)
  return (performance.now() - startedAt) / seconds
}
