/** What ends a conversation by itself. */
import type { Ending } from './line.ts'

const inputTimeoutMs = 60_000

/** Returns how a conversation ends that has lasted this long, or whose client has been silent for this long. */
export function reachedLimit(
  { lastedMs, unheardMs }: { lastedMs: number; unheardMs: number },
  longestMs: number,
): Ending | undefined {
  if (lastedMs >= longestMs) {
    const reason = `Conversation exceeded the maximum duration of ${Math.round(longestMs / 1000)} seconds.`
    return { code: 1000, reason, errorType: 'max_duration_exceeded' }
  }
  if (unheardMs < inputTimeoutMs) return undefined
  const reason = `No user input for ${inputTimeoutMs / 1000} seconds.`
  return { code: 1002, reason, errorType: 'transport_receive_timeout' }
}
