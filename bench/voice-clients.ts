import { Framer } from '#web/voice/sound/framer.ts'
import * as figures from './voice-lab/figures.ts'
import { type Lab, type LabClientName, type LabTalk, labClients, openLab } from './voice-lab/lab.ts'
import type { ProbeRecord } from './voice-lab/probe.ts'
import { soak, type SoakFigures } from './voice-lab/soak.ts'
import { type Comparison, median, percentile, slope } from './report.ts'

const connects = 30
const talks = 12
const talkMs = 10_000
const answerRounds = 2
const answersEach = 12
const staleRounds = 1
const soakMinutes = 5
/** Code that runs for the first time is compiled and kept, which is not growth. */
const warmUpMs = 60_000
/** Speaker latency aside, the engine is silent by then; what is heard of an interrupted answer later is stale. */
const staleGraceMs = 60

/** The step of the only clock that an audio thread has. */
const audioClockMs = 1

/** Long answers, so that the microphone's question, asked every seven seconds, comes in the midst of each. */
const story = 'Feed the starter, mix flour and water, fold the dough, and bake it. '.repeat(4)
const storyteller = talkingAgent(story, story)
const answerer = talkingAgent('Hello.', 'Good.')

function talkingAgent(firstMessage: string, answer: string): object {
  const prompt = { prompt: `## Sample answers\n- [bread, help]: ${answer}` }
  return { name: 'Marie', conversation_config: { agent: { first_message: firstMessage, prompt } } }
}

/** Everything that was measured of one client. */
interface Measured {
  connectedMs: number[]
  firstFrameMs: number[]
  talks: ProbeRecord[]
  answers: ProbeRecord[]
  stale: ProbeRecord[]
  /** What was seen at the end of each minute. */
  soak: SoakFigures[]
}

/**
 * The table of goals for our engine and for the provider's official client: the same instrument, the same stand-in and
 * the same conversation, taking turns.
 */
export async function benchVoiceClients(): Promise<Comparison[]> {
  // The same words for every turn, so that the work of understanding does not affect the measurement.
  const lab = await openLab({ recognise: () => Promise.resolve('What can you help me with?') })
  const nothing = (): Measured => ({ connectedMs: [], firstFrameMs: [], talks: [], answers: [], stale: [], soak: [] })
  const measured = { ours: nothing(), official: nothing() }
  try {
    const agentId = await lab.standin.createAgent(storyteller)
    const answererId = await lab.standin.createAgent(answerer)
    for (const client of turns(connects)) await connect(lab, client, agentId, measured[client])
    for (const client of turns(talks)) measured[client].talks.push(await converse(lab, client, agentId))
    for (const client of turns(answerRounds)) measured[client].answers.push(await ask(lab, client, answererId))
    lab.standin.faults.voice = 'stale_audio'
    for (const client of turns(staleRounds)) measured[client].stale.push(await converse(lab, client, agentId))
    lab.standin.faults.voice = null
    await Promise.all(labClients.map((client) => soakClient(lab, client, agentId, measured[client])))
    return compare(measured, lab.gzipBytes)
  } finally {
    await lab.close()
  }
}

/** Returns both clients, over and over, each equally often first and second. */
function turns(count: number): LabClientName[] {
  return Array.from({ length: count }, (_, at) => (at % 2 === 0 ? labClients : labClients.toReversed())).flat()
}

/** Measures from the press of the button. As in the product, the code is loaded and the microphone granted before. */
async function connect(lab: Lab, client: LabClientName, agentId: string, measured: Measured): Promise<void> {
  const talk = await lab.open(client, agentId, { keepsFrames: true, listens: false })
  await talk.page.waitForTimeout(500)
  const clickedAtMs = await startNow(talk)
  await talk.page.waitForFunction(() => (window.voiceProbe?.record.sent.length ?? 0) > 1)
  const [{ connectedMs }, { sent }] = [await talk.state(), await talk.record()]
  measured.connectedMs.push(connectedMs ?? Infinity)
  measured.firstFrameMs.push((sent[0]?.atMs ?? Infinity) - clickedAtMs)
  await talk.close()
}

function startNow({ page }: LabTalk): Promise<number> {
  return page.evaluate(() => {
    const nowMs = performance.now()
    window.labClient?.start()
    return nowMs
  })
}

async function converse(lab: Lab, client: LabClientName, agentId: string): Promise<ProbeRecord> {
  const talk = await lab.open(client, agentId, { keepsFrames: true })
  await talk.page.waitForTimeout(500)
  await talk.start()
  await talk.page.waitForTimeout(talkMs)
  const record = await talk.record()
  await talk.close()
  return record
}

/** Types questions into the silence, each with a short answer. */
async function ask(lab: Lab, client: LabClientName, agentId: string): Promise<ProbeRecord> {
  const talk = await lab.open(client, agentId, { keepsFrames: true, speaksWhenTold: true, listensAtSpeaker: true })
  await talk.start()
  await talk.page.waitForTimeout(2500)
  for (let question = 0; question < answersEach; question++) {
    await talk.say('What about bread?')
    await talk.page.waitForTimeout(1500 + 7 * question)
  }
  const record = await talk.record()
  await talk.close()
  return record
}

async function soakClient(lab: Lab, client: LabClientName, agentId: string, measured: Measured): Promise<void> {
  const talk = await lab.open(client, agentId, { listens: false })
  await talk.start()
  await talk.page.waitForTimeout(warmUpMs)
  const last = await soak(talk.page, soakMinutes * 60, 5, (figuresOfMinute) => measured.soak.push(figuresOfMinute))
  measured.soak.push(last)
  await talk.close()
}

/** The rise of what the page keeps, by a straight line through every minute. */
function heapSlope({ soak: minutes }: Measured): { kilobytesPerHour: number; standardError: number } {
  const seen = minutes.map(({ seconds, heapGrowthBytes }): [number, number] => [seconds / 3600, heapGrowthBytes / 1000])
  const { perStep, standardError } = slope([[0, 0], ...seen])
  return { kilobytesPerHour: perStep, standardError }
}

type Rounds = 'talks' | 'answers'
type Pick = (measured: Measured) => number
type Read = (record: ProbeRecord) => number[]

const frameMs = ({ sent }: ProbeRecord) => sent.map(({ samples }) => samples / 16)
const encodeMs = ({ sent }: ProbeRecord) => sent.map((frame) => frame.encodeMs)
const decodeMs = ({ received }: ProbeRecord) => received.flatMap((frame) => frame.decodeMs ?? [])

/**
 * What comes thousands of times is read from each talk, and of the talks the median counts: a talk that a busy machine
 * disturbed says nothing about the client. What is rarer is taken together.
 */
function compare(measured: Record<LabClientName, Measured>, gzipBytes: Record<LabClientName, number>): Comparison[] {
  const row = (name: string, goal: string, unit: string, pick: Pick): Comparison => {
    return { name, goal, unit, ours: pick(measured.ours), official: pick(measured.official) }
  }
  const shares = (name: string, goals: [number, string][], read: Read, of: Rounds) =>
    goals.map(([share, goal]) =>
      row(`${name}, p${share * 100}`, goal, ' ms', (client) => percentile(client[of].flatMap(read), share)),
    )
  const frames = (name: string, goals: [number, string][], read: Read) =>
    goals.map(([share, goal]) =>
      row(`${name}, p${share * 100}`, goal, ' ms', ({ talks: each }) =>
        median(each.map((record) => percentile(read(record), share))),
      ),
    )
  const kilobytes = { ours: gzipBytes.ours / 1000, official: gzipBytes.official / 1000 }
  return [
    ...frames('microphone frame', [[0.5, '21.3']], frameMs),
    ...frames(
      'frame complete to wire',
      [
        [0.5, '<= 5'],
        [0.95, '<= 11'],
        [0.99, '<= 20'],
      ],
      figures.frameToWire,
    ).map((each) => ({ ...each, resolution: audioClockMs })),
    ...frames(
      'oldest sample of a frame to wire',
      [
        [0.5, ''],
        [0.95, ''],
      ],
      figures.sampleToWire,
    ),
    ...frames('encode and send one frame', [[0.95, '<= 0.3']], encodeMs),
    ...frames('decode one chunk of 200 ms', [[0.95, '<= 1']], decodeMs),
    ...shares(
      'message to first sample',
      [
        [0.5, '<= 10'],
        [0.95, '<= 20'],
      ],
      figures.messageToSound,
      'answers',
    ),
    ...shares(
      'interruption to silence',
      [
        [0.5, ''],
        [0.95, '<= 15'],
      ],
      figures.interruptionToSilence,
      'talks',
    ),
    row('heard of an interrupted answer later, worst', '0', ' ms', ({ stale }) =>
      Math.max(0, ...stale.flatMap((record) => figures.staleSound(record, staleGraceMs))),
    ),
    row('click to connected, p50', '<= 80', ' ms', ({ connectedMs }) => percentile(connectedMs, 0.5)),
    row('click to connected, p95', '<= 150', ' ms', ({ connectedMs }) => percentile(connectedMs, 0.95)),
    row('click to first frame on the wire, p95', '', ' ms', ({ firstFrameMs }) => percentile(firstFrameMs, 0.95)),
    row(`frames lost in ${soakMinutes} min`, '0', '', ({ soak: minutes }) => minutes.at(-1)?.lostFrames ?? Infinity),
    row('heap in use', '', ' kB', ({ soak: minutes }) => (minutes.at(-1)?.heapBytes ?? Infinity) / 1000),
    {
      ...row('heap slope, kB an hour', '<= 2000', ' kB', (client) => heapSlope(client).kilobytesPerHour),
      resolution: 2 * Math.hypot(heapSlope(measured.ours).standardError, heapSlope(measured.official).standardError),
    },
    row(`long tasks in ${soakMinutes} min`, '0', '', ({ soak: minutes }) => minutes.at(-1)?.longTasksMs.length ?? NaN),
    { name: 'code with worklets, gzip', goal: '<= 15', unit: ' kB', ...kilobytes },
    { name: 'resampling a second of 48 kHz', goal: '<= 5', unit: ' ms', ours: resamplingMs(), official: null },
  ]
}

/** The official client asks the browser for 16 kHz and has no resampler of its own. */
function resamplingMs(): number {
  const seconds = 60
  const quantum = Float32Array.from({ length: 128 }, (_, at) => Math.sin(at))
  const framer = new Framer(48_000, quantum.length, () => {})
  const startedAt = performance.now()
  for (let block = 0; block < (seconds * 48_000) / quantum.length; block++) framer.push(quantum)
  return (performance.now() - startedAt) / seconds
}
