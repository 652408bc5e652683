import { formatDuration } from '#contract/amounts.ts'
import type { LongRead } from '../database/sql.ts'
import type { Finding, talkFindingKinds } from '../audit/findings.ts'

/** Conversations that gave more than was charged for them (D91, D176, D191). */

/** The gateway ends a conversation at 60 s of free time and checks once a second. */
const maxFreeMs = 62_000
/** The provider sends sound ahead of playback, so hanging up during an answer leaves some of it unpaid (D191). */
const maxUnpaidSoundMs = 10_000
/** The gateway waits 15 s for a lost line (D75); this allows three such waits in one conversation. */
const maxProviderExcessMs = 45_000

interface Found {
  kind: (typeof talkFindingKinds)[number]
  sessionId: string
  accountId: string
  ms: number
  chargedMs: number
}

const described: Record<Found['kind'], (found: string, charged: string) => string> = {
  talk_free_time: (found, charged) => `${found} were free beside the ${charged} charged`,
  talk_unpaid_sound: (found, charged) => `${found} of sound were delivered and ${charged} charged`,
  talk_provider_time: (found, charged) => `The voice provider measured ${found}, and ${charged} were charged`,
}

/** Returns the findings among conversations that ended since `since`, and among `alsoIds`. Tests are free (D56). */
export async function listUnpaidTalk(read: LongRead, since: Date, alsoIds: string[]): Promise<Finding[]> {
  const rows = await read<Found>`
    select kind, voice_session.id as session_id, account_id, found.ms, charged_ms
    from voice_session
    cross join lateral (values
      ('talk_free_time', free_ms, free_ms > ${maxFreeMs}),
      ('talk_unpaid_sound', sound_ms, sound_ms - charged_ms > ${maxUnpaidSoundMs}),
      ('talk_provider_time', provider_ms, provider_ms - charged_ms > ${maxProviderExcessMs})
    ) as found (kind, ms, is_so)
    where found.is_so and (ended_at > ${since} or voice_session.id = any(${alsoIds}::uuid[])) and not is_test`
  return rows.map(({ kind, sessionId, accountId, ms, chargedMs }) => {
    const details = described[kind](durationOf(ms), durationOf(chargedMs))
    return { kind, objectId: sessionId, accountId, details }
  })
}

function durationOf(ms: number): string {
  return formatDuration(Math.round(ms / 1000))
}
