import { Caller } from './caller.ts'
import { type BenchPerson, startConversation } from '../people.ts'
import type { ProviderOrder, ProviderReport } from './provider.ts'
import { sharedNowMs, type Took } from './sound.ts'

/** One stretch of conversations at a time, either through the gateway or directly to the provider. */

const warmUpMs = 2000
const measuredMs = 8000
/** From 10 s on a conversation is charged, so that there is something to compare with the books (D71). */
const chargedFromMs = 11_000
const openingAtOnce = 8
const arrivalLimitMs = 10_000

export interface Ends {
  /** Sends an order to the provider's process. */
  askProvider(order: ProviderOrder['order']): Promise<ProviderReport>
  /** Returns a signed address of the provider's own. */
  directUrl(): Promise<string>
  serverUrl: string
  agentId: string
  people: BenchPerson[]
}

export interface Stretch {
  /** Milliseconds that chunks of sound were under way. */
  upMs: number[]
  downMs: number[]
  /** Chunks that never came, came twice, or came out of order. */
  lost: number
  pieces: number
  cpuSeconds: number
  measuredSeconds: number
  /** The memory of the server's process, including garbage. */
  rssBytes: number
  held: Held[]
}

/** A conversation as both of its ends measured it. */
export interface Held {
  sessionId: string
  callerMs: number
  providerMs: number
}

interface Line {
  sessionId: string
  caller: Caller
}

/** Holds this many conversations at once, measures while they last, and ends them. */
export async function holdConversations(ends: Ends, count: number, isDirect: boolean): Promise<Stretch> {
  const lines = await openLines(ends, count, isDirect)
  const openedAtMs = sharedNowMs()
  await pause(warmUpMs)
  const before = await readFigures(ends.serverUrl)
  const fromMs = sharedNowMs()
  await pause(measuredMs)
  const after = await readFigures(ends.serverUrl)
  const toMs = sharedNowMs()
  if (!isDirect) await pause(chargedFromMs - (sharedNowMs() - openedAtMs))
  const { conversations } = await hush(ends, lines)
  for (const { caller } of lines) await caller.end()
  const durations = new Map((await ends.askProvider('report')).conversations.map(({ id, lastedMs }) => [id, lastedMs]))
  const isMeasured = ({ sentAtMs }: Took) => sentAtMs >= fromMs && sentAtMs < toMs
  const sinks = [...conversations, ...lines.map(({ caller }) => caller.sink)]
  const sent = sum([
    ...conversations.map(({ sent: pieces }) => pieces),
    ...lines.map(({ caller }) => caller.source.sent),
  ])
  return {
    upMs: conversations.flatMap(({ took }) => took.filter(isMeasured).map(({ ms }) => ms)),
    downMs: lines.flatMap(({ caller }) => caller.sink.took.filter(isMeasured).map(({ ms }) => ms)),
    lost: sent - sum(sinks.map(({ received }) => received)) + sum(sinks.map(({ misplaced }) => misplaced)),
    pieces: sent,
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
    measuredSeconds: (toMs - fromMs) / 1000,
    rssBytes: after.rssBytes,
    held: lines.map(({ sessionId, caller }) => ({
      sessionId,
      callerMs: caller.lastedMs,
      providerMs: durations.get(caller.conversationId) ?? 0,
    })),
  }
}

async function openLines(ends: Ends, count: number, isDirect: boolean): Promise<Line[]> {
  const lines: Line[] = []
  let next = 0
  const open = async () => {
    for (let n = next++; n < count; n = next++) {
      const person = ends.people[n]
      if (!person) throw new Error('The bench has too few people')
      const { id, signedUrl } = isDirect
        ? { id: '', signedUrl: await ends.directUrl() }
        : await startConversation(ends.serverUrl, person, ends.agentId)
      lines.push({ sessionId: id, caller: await Caller.call(signedUrl) })
    }
  }
  await Promise.all(Array.from({ length: openingAtOnce }, open))
  return lines
}

/** Stops all sound and waits until everything sent has arrived or no longer can. */
async function hush(ends: Ends, lines: Line[]): Promise<ProviderReport> {
  for (const { caller } of lines) caller.hush()
  await ends.askProvider('hush')
  const deadlineMs = sharedNowMs() + arrivalLimitMs
  for (;;) {
    await pause(300)
    const report = await ends.askProvider('report')
    const sentUp = sum(lines.map(({ caller }) => caller.source.sent))
    const sentDown = sum(report.conversations.map(({ sent }) => sent))
    const hasArrived =
      sum(report.conversations.map(({ received }) => received)) === sentUp &&
      sum(lines.map(({ caller }) => caller.sink.received)) === sentDown
    if (hasArrived || sharedNowMs() > deadlineMs) return report
  }
}

export interface Figures {
  cpuSeconds: number
  rssBytes: number
}

/** Returns what the server says of its own process. */
export async function readFigures(serverUrl: string): Promise<Figures> {
  const text = await (await fetch(`${serverUrl}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  return { cpuSeconds: read('process_cpu_seconds_total'), rssBytes: read('process_resident_memory_bytes') }
}

export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
}
