import { orRefuse } from '../../voice-provider/elevenlabs/requests.ts'
import { refuse } from '../../kernel/problem.ts'
import { listAgentsBehind, type ProviderState } from '../records.ts'
import { definitionMark } from '../../voice-provider/elevenlabs/agent.ts'
import { type Finding, storeFindings, voiceFindingKinds } from '../../audit/findings.ts'
import {
  findSample,
  judgeVoice,
  keepSample,
  lastVoiceCheck,
  listVoices,
  noteVoiceState,
  type VoiceRow,
} from './voices.ts'
import type { Services } from '../../voice-provider/services.ts'

/** Compares our list of voices with the voice provider's account (D186). */

const checkEveryMs = 24 * 60 * 60_000
const sampleText = 'Hello, this is how I sound. What would you like to talk about?'

/** Returns whether voices are those of a real account. */
export function usesLiveVoices({ config }: Pick<Services, 'config'>): boolean {
  return config.voice.mode === 'elevenlabs'
}

/** Returns what an agent at the provider must match besides its own record. */
export function wantedState(services: Pick<Services, 'config'>): ProviderState {
  return { isLive: usesLiveVoices(services), definition: definitionMark }
}

/** Checks every voice once a day. */
export async function checkVoicesDaily(services: Services): Promise<void> {
  const last = await lastVoiceCheck(services.database.read)
  const dueAt = (last?.getTime() ?? -Infinity) + checkEveryMs
  if (dueAt <= services.clock.now().getTime()) await checkVoices(services)
}

/**
 * Asks the provider for every voice that it should have. Agents whose voice is gone are reported and get the fallback;
 * when the voice returns, they get it back. Throws VoiceUnavailable, with nothing judged, when the provider cannot be
 * reached.
 */
export async function checkVoices(services: Services): Promise<void> {
  const { database, clock, jobs, log } = services
  const isLive = usesLiveVoices(services)
  const at = clock.now()
  const judged: VoiceRow[] = []
  for (const row of await listVoices(database.read, isLive))
    judged.push({ ...row, ...(await judge(services, row, at)) })
  const findings = await database.write(async (tx) => {
    for (const { id, state, reason } of judged) await noteVoiceState(tx, id, { state, reason, at })
    for (const agentId of await listAgentsBehind(tx, wantedState(services)))
      await jobs.enqueue(tx, 'agentSync', { agentId })
    return storeFindings(tx, voiceFindingKinds, findingsOf(judged), at)
  })
  for (const finding of findings) log.error({ finding }, 'a voice cannot be used')
  for (const { id, state, reason } of judged) if (state === 'ending') log.warn({ voice: id }, reason ?? state)
}

async function judge({ voice }: Services, row: VoiceRow, at: Date): Promise<Pick<VoiceRow, 'state' | 'reason'>> {
  if (row.providerVoiceId === null) return { state: 'not_set_up', reason: null }
  return judgeVoice(await voice.readVoice(row.providerVoiceId), at)
}

function findingsOf(voices: VoiceRow[]): Finding[] {
  const missed = voices.filter(({ state, agentCount }) => state === 'gone' && agentCount > 0)
  const found = missed.map(({ id, name, agentCount, reason }) => ({
    objectId: id,
    details: `${name} cannot be used: ${reason} Agents that speak with it: ${agentCount}. The fallback speaks instead.`,
  }))
  const isMute = !voices.some(({ state }) => state === 'ok' || state === 'ending')
  if (isMute) found.push({ objectId: 'all', details: 'No voice can be used, so agents have no voice.' })
  return found.map((finding) => ({ ...finding, kind: 'voice_gone', accountId: null }))
}

/** Returns a sentence in a voice as a WAV file. The file is made once and stored. */
export async function readSample(services: Services, id: string): Promise<Buffer> {
  const { database, voice } = services
  const row = (await listVoices(database.read, usesLiveVoices(services))).find((one) => one.id === id)
  if (!row) refuse('voice_not_found')
  const { providerVoiceId } = row
  if (providerVoiceId === null || row.state === 'gone') refuse('voice_unusable')
  const kept = await findSample(database.read, id, providerVoiceId)
  const sound = kept ?? (await orRefuse(voice.speak(providerVoiceId, sampleText), 'voice_unavailable'))
  if (!kept) await database.write((tx) => keepSample(tx, id, providerVoiceId, sound))
  return Buffer.concat([waveHeader(sound.length), sound])
}

/** Returns the header of a WAV file of 16-bit mono sound at 16 kHz. */
function waveHeader(soundBytes: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + soundBytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(16_000, 24)
  header.writeUInt32LE(32_000, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(soundBytes, 40)
  return header
}
