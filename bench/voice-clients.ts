import { interruptionToSilence, messageToSound, sampleToWire, staleSound } from './voice-lab/figures.ts'
import { type Lab, type LabClientName, labClients, openLab } from './voice-lab/lab.ts'
import type { ProbeRecord } from './voice-lab/probe.ts'
import { type Comparison, percentile } from './report.ts'

/** As many as fit into ten minutes. */
const connects = 20
const conversationCount = 10
const talkMs = 10_000
const answerRounds = 2
const answersEach = 12
/** Apart from speaker latency, the engine is silent by then; anything of an interrupted answer heard later is stale. */
const staleGraceMs = 60
/** Long answers, so that the microphone's question, asked every seven seconds, comes in the middle of each. */
const story = 'Feed the starter, mix flour and water, fold the dough, and bake it. '.repeat(4)

function talkingAgent(firstMessage: string, answer: string): object {
  const prompt = { prompt: `## Sample answers\n- [bread, help]: ${answer}` }
  return { name: 'Marie', conversation_config: { agent: { first_message: firstMessage, prompt } } }
}

/**
 * Compares our engine with the provider's official client: the same instrument, the same stand-in and the same
 * conversation, taking turns.
 */
export async function benchVoiceClients(): Promise<Comparison[]> {
  // The same words for every turn, so that the work of understanding does not affect the measurement.
  const lab = await openLab({ recognise: () => Promise.resolve('What can you help me with?') })
  try {
    const storyteller = await lab.standin.createAgent(talkingAgent(story, story))
    const answerer = await lab.standin.createAgent(talkingAgent('Hello.', 'Good.'))
    const connected = await byTurns(connects, (client) => connect(lab, client, storyteller))
    const conversations = await byTurns(conversationCount, (client) => converse(lab, client, storyteller))
    const answers = await byTurns(answerRounds, (client) => ask(lab, client, answerer))
    lab.standin.faults.voice = 'stale_audio'
    const stale = await byTurns(1, (client) => converse(lab, client, storyteller))
    return [
      compare('click to connected, p50', '<= 80', connected, ({ connectedMs }) => [connectedMs], 0.5),
      compare('click to connected, p95', '<= 150', connected, ({ connectedMs }) => [connectedMs], 0.95),
      compare('click to first frame on the wire, p95', '', connected, ({ firstFrameMs }) => [firstFrameMs], 0.95),
      compare('oldest sample of a frame to wire, p50', '', conversations, sampleToWire, 0.5),
      compare('oldest sample of a frame to wire, p95', '', conversations, sampleToWire, 0.95),
      compare('message to first sample, p50', '<= 10', answers, messageToSound, 0.5),
      compare('message to first sample, p95', '<= 20', answers, messageToSound, 0.95),
      compare('interruption to silence, p50', '', conversations, interruptionToSilence, 0.5),
      compare('interruption to silence, p95', '<= 15', conversations, interruptionToSilence, 0.95),
      compare(
        'heard of an interrupted answer later, worst',
        '0',
        stale,
        (record) => staleSound(record, staleGraceMs),
        1,
      ),
    ]
  } finally {
    await lab.close()
  }
}

/** Measures both clients, over and over, each equally often first and second. */
async function byTurns<T>(count: number, measure: (client: LabClientName) => Promise<T>) {
  const measured: Record<LabClientName, T[]> = { ours: [], official: [] }
  for (let turn = 0; turn < count; turn++) {
    for (const client of turn % 2 === 0 ? labClients : labClients.toReversed())
      measured[client].push(await measure(client))
  }
  return measured
}

function compare<T>(
  name: string,
  goal: string,
  { ours, official }: Record<LabClientName, T[]>,
  read: (measured: T) => number[],
  share: number,
): Comparison {
  const figure = (all: T[]) => percentile(all.flatMap(read), share)
  return { name, goal, ours: figure(ours), official: figure(official) }
}

/** Measures from the press of the button. As in the product, the code is loaded and the microphone granted before. */
async function connect(lab: Lab, client: LabClientName, agentId: string) {
  const talk = await lab.open(client, agentId, { keepsFrames: true, listens: false })
  await talk.page.waitForTimeout(500)
  const clickedAtMs = await talk.start()
  await talk.page.waitForFunction(() => (window.voiceProbe?.record.sent.length ?? 0) > 1)
  const [{ connectedMs }, { sent }] = [await talk.state(), await talk.record()]
  await talk.close()
  return { connectedMs: connectedMs ?? Infinity, firstFrameMs: (sent[0]?.atMs ?? Infinity) - clickedAtMs }
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
