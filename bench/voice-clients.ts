import { compare, type Measured } from './voice-lab/compare.ts'
import { type Lab, type LabClientName, type LabTalk, labClients, openLab } from './voice-lab/lab.ts'
import type { ProbeRecord } from './voice-lab/probe.ts'
import { soak } from './voice-lab/soak.ts'
import type { Comparison } from './report.ts'

const connects = 30
const conversationCount = 12
const talkMs = 10_000
const answerRounds = 2
const answersEach = 12
const staleRounds = 1
const soakMinutes = 5
/** Code that runs for the first time is compiled and kept, which is not growth. */
const warmUpMs = 60_000
/** Long answers, so that the microphone's question, asked every seven seconds, comes in the middle of each. */
const story = 'Feed the starter, mix flour and water, fold the dough, and bake it. '.repeat(4)
const storyteller = talkingAgent(story, story)
const answerer = talkingAgent('Hello.', 'Good.')

function talkingAgent(firstMessage: string, answer: string): object {
  const prompt = { prompt: `## Sample answers\n- [bread, help]: ${answer}` }
  return { name: 'Marie', conversation_config: { agent: { first_message: firstMessage, prompt } } }
}

/**
 * The table of goals for our engine and for the provider's official client: the same instrument, the same stand-in and
 * the same conversation, taking turns.
 */
export async function benchVoiceClients(): Promise<Comparison[]> {
  // The same words for every turn, so that the work of understanding does not affect the measurement.
  const lab = await openLab({ recognise: () => Promise.resolve('What can you help me with?') })
  const nothing = (): Measured => ({
    connectedMs: [],
    firstFrameMs: [],
    conversations: [],
    answers: [],
    stale: [],
    soak: [],
  })
  const measured = { ours: nothing(), official: nothing() }
  try {
    const agentId = await lab.standin.createAgent(storyteller)
    const answererId = await lab.standin.createAgent(answerer)
    for (const client of turns(connects)) await connect(lab, client, agentId, measured[client])
    for (const client of turns(conversationCount))
      measured[client].conversations.push(await converse(lab, client, agentId))
    for (const client of turns(answerRounds)) measured[client].answers.push(await ask(lab, client, answererId))
    lab.standin.faults.voice = 'stale_audio'
    for (const client of turns(staleRounds)) measured[client].stale.push(await converse(lab, client, agentId))
    lab.standin.faults.voice = null
    await Promise.all(labClients.map((client) => soakClient(lab, client, agentId, measured[client])))
    return compare(measured, lab.gzipBytes, soakMinutes)
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
