import type { RowOf } from '../../kernel/serve.ts'
import { formatLongDay } from '#contract/dates.ts'
import type { adminVoice, VoiceState } from '#contract/agents/admin-voices.ts'
import { firstValue, hasRows, isTrue, type Read, type Tx } from '../../database/sql.ts'

/** Voices of our own list, and what each is at the voice provider (D186). No other file writes their table. */

/** What the provider says of a voice in its account; null when it has no voice of that id. */
export interface ProvidersVoice {
  isPremade: boolean
  /** The owner of the voice, or the provider, no longer allows its use. */
  isForbidden: boolean
  /** Agents may not speak with voices whose words the provider monitors. */
  isModerated: boolean
  endsAt: Date | null
}

/** When the provider ends its premade voices. */
const premadeEnd = new Date('2026-12-31T00:00:00Z')

/** Returns whether a voice can be used, and a note for admins. */
export function judgeVoice(
  found: ProvidersVoice | null,
  at: Date,
): { state: Exclude<VoiceState, 'unchecked' | 'not_set_up'>; reason: string | null } {
  if (!found) return { state: 'gone', reason: 'The voice provider no longer offers it.' }
  if (found.isForbidden) return { state: 'gone', reason: 'The voice provider has blocked it.' }
  if (found.isModerated) return { state: 'gone', reason: 'The voice provider does not allow agents to use it.' }
  const endsAt = found.endsAt ?? (found.isPremade ? premadeEnd : null)
  if (!endsAt) return { state: 'ok', reason: null }
  const why = found.endsAt ? 'Its owner will withdraw it' : 'The voice provider will end its premade voices'
  const reason = `${why} on ${formatLongDay(endsAt)}. Please choose another one before then.`
  return endsAt > at ? { state: 'ending', reason } : { state: 'gone', reason: `It ended on ${formatLongDay(endsAt)}.` }
}

export interface VoiceRow extends RowOf<typeof adminVoice> {
  /** The id at the voice service in use. */
  providerVoiceId: string | null
}

/** Returns the whole list, the fallback first, then by name. */
export function listVoices(read: Read, isLive: boolean): Promise<VoiceRow[]> {
  return read<VoiceRow>`
    select voice.id, voice.name, voice.description, languages, is_fallback, checked_at, used.provider_voice_id,
      case when used.provider_voice_id is null then 'not_set_up' else state end as state,
      case when used.provider_voice_id is not null then reason end as reason,
      (select count(*) from agent where archived_at is null
        and (agent.voice_id = voice.id or (agent.voice_id is null and is_fallback))) as agent_count
    from voice
    cross join lateral (
      select case when ${isLive}::boolean then live_voice_id else standin_voice_id end as provider_voice_id
    ) as used
    order by is_fallback desc, lower(voice.name), voice.id`
}

export function hasVoice(read: Read, id: string): Promise<boolean> {
  return isTrue(read<{ found: boolean }>`select exists (select from voice where id = ${id}) as found`)
}

/** Returns the provider's id of the voice that an agent with this voice speaks with; null when none can be used (D186). */
export function findProviderVoice(read: Read, voiceId: string | null, isLive: boolean): Promise<string | null> {
  return firstValue(read<{ providerVoiceId: string | null }>`
    select provider_voice(${voiceId}, ${isLive}) as provider_voice_id`)
}

/** Returns when every voice was last checked; null when one of them never was. */
export function lastVoiceCheck(read: Read): Promise<Date | null> {
  return firstValue(read<{ checkedAt: Date | null }>`
    select case when bool_and(checked_at is not null) then min(checked_at) end as checked_at from voice`)
}

/** Stores what a check found out about a voice. */
export async function noteVoiceState(
  tx: Tx,
  id: string,
  { state, reason, at }: { state: VoiceState; reason: string | null; at: Date },
): Promise<void> {
  // A voice that is not set up is not asked for.
  const kept = state === 'not_set_up' ? 'unchecked' : state
  await tx`update voice set state = ${kept}, reason = ${reason}, checked_at = ${at} where id = ${id}`
}

export interface NewVoice {
  id: string
  name: string
  languages: string[]
}

/** Adds a voice to the list. Returns false when the id is taken. */
export function addVoice(tx: Tx, { id, name, languages }: NewVoice, at: Date): Promise<boolean> {
  return hasRows(tx`
    insert into voice (id, name, languages, created_at) values (${id}, ${name}, ${languages}, ${at})
    on conflict (id) do nothing returning id`)
}

/** Sets which voice of the provider in use it is from now on. */
export async function setProviderVoice(tx: Tx, id: string, providerVoiceId: string, isLive: boolean): Promise<void> {
  await tx`
    update voice set state = 'unchecked', reason = null, checked_at = null,
      live_voice_id = case when ${isLive}::boolean then ${providerVoiceId} else live_voice_id end,
      standin_voice_id = case when ${isLive} then standin_voice_id else ${providerVoiceId} end
    where id = ${id}`
}

/** Returns a voice's sample, 16-bit little-endian mono PCM at 16 kHz; null when none was made with `sampleOf`. */
export function findSample(read: Read, id: string, sampleOf: string): Promise<Buffer | null> {
  return firstValue(read<{ sample: Buffer | null }>`
    select sample from voice where id = ${id} and sample_of = ${sampleOf}`)
}

/** Stores a sample and the voice that it was made with, in place of any other. */
export async function keepSample(tx: Tx, id: string, sampleOf: string, sample: Buffer): Promise<void> {
  await tx`update voice set sample = ${sample}, sample_of = ${sampleOf} where id = ${id}`
}
