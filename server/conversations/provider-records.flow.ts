import {
  compareWithProvider,
  describeDifferences,
  differenceKinds,
  listDifferences,
  takeDueRecords,
  toleranceMs,
  countJudged,
  listUnpaidTalk,
} from './provider-records.ts'
import { countKinds, keepFigures } from '../audit/upkeep-figures.ts'
import type { ProviderRecord } from '../voice-provider/elevenlabs/records.ts'
import { VoiceUnavailable } from '../voice-provider/elevenlabs/requests.ts'
import type { Services } from './services.ts'
import { listOpenFindings, storeFindings, talkFindingKinds } from '../audit/findings.ts'
import { repeat } from '../kernel/repeat.ts'

/** The voice provider's own records of conversations, which arrive by webhook or on request (D91). */

const reportedMs = 24 * 60 * 60_000

/**
 * Stores the provider's record of one of our conversations once; every record comes through here. A charge beyond it is
 * given back. A longer record is reported, never charged (D91). Its results are counted once, even if they come later
 * than its figures.
 */
export async function recordConversation({ database, clock, log }: Services, record: ProviderRecord): Promise<void> {
  if (!record.isFinal) return
  const { state, sessionId, creditedMs, excessMs } = await database.write(async (tx) => {
    const compared = await compareWithProvider(tx, record, clock.now())
    if (compared.sessionId && compared.state !== 'live') await countJudged(tx, compared.sessionId, record.judged)
    return compared
  })
  if (state !== 'stored') return
  if (creditedMs > 0) log.warn({ sessionId, creditedMs }, 'the voice provider measured less than was charged')
  if (excessMs > toleranceMs) log.warn({ sessionId, excessMs }, 'the voice provider measured more than we did')
}

/** Requests the records that are due and have not arrived. Stops when the provider cannot be reached. */
export async function askForRecords(services: Services): Promise<void> {
  const { database, voice, clock, log } = services
  if (!voice.isUp()) return
  for (const { conversationId, sessionId, isLast } of await takeDueRecords(database.step, clock.now())) {
    try {
      const record = await voice.readConversation(conversationId)
      if (record) await recordConversation(services, record)
      if (isLast && !record?.isFinal) log.warn({ sessionId }, 'the voice provider never told of a conversation')
    } catch (error) {
      if (!(error instanceof VoiceUnavailable)) throw error
      log.warn({ err: error, sessionId }, 'the voice provider could not be asked for a record')
      if (!voice.isUp()) return
    }
  }
}

/** Reports where our records of the last day differ from the provider's. */
export async function reportDifferences({ database, clock, log }: Services): Promise<void> {
  const since = new Date(clock.now().getTime() - reportedMs)
  const differences = await listDifferences(database.readLong, since)
  for (const found of differences) log.warn(found, describeDifferences(found))
  const none = countKinds(differenceKinds, [])
  const counts = Object.fromEntries(differences.map(({ kind, count }) => [kind, count]))
  await keepFigures(database.step, 'voice_differences', { ...none, ...counts })
}

const windowMs = 3 * 24 * 60 * 60_000

/** Stores conversations that gave more than was charged as findings, until they are accepted (D91, D176). */
export async function findUnpaidTalk({ database, clock, log }: Services): Promise<void> {
  const at = clock.now()
  const openIds = await listOpenFindings(database.readLong, talkFindingKinds)
  const found = await listUnpaidTalk(database.readLong, new Date(at.getTime() - windowMs), openIds)
  const findings = await database.write((tx) => storeFindings(tx, talkFindingKinds, found, at))
  for (const finding of findings) log.error({ finding }, 'a conversation gave more than was charged')
  await keepFigures(database.step, 'talk_findings', countKinds(talkFindingKinds, findings))
}

const probeMs = 1000
const recordsMs = 5000

/** Watches whether the voice provider works, and requests records that no webhook reported. */
export function watchVoice(services: Services): { stop(): Promise<void> } {
  const { voice, log } = services
  let wasUp = true
  const noteChange = (): void => {
    if (voice.isUp() === wasUp) return
    wasUp = voice.isUp()
    if (wasUp) log.info('the voice provider is there again')
    else log.error('the voice provider is away: conversations are refused until it answers')
  }
  const probing = repeat(probeMs, async () => {
    noteChange()
    await voice.probe()
    noteChange()
  })
  const asking = repeat(recordsMs, () =>
    askForRecords(services).catch((error: unknown) => log.warn({ err: error }, 'records could not be asked for')),
  )
  return {
    stop: async () => {
      await Promise.all([probing(), asking()])
    },
  }
}
