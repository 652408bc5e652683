import { voiceSubprotocol } from '#contract/conversations/voice-socket.ts'
import { type Clock, Timers } from '../clock.ts'
import type { OpenSocket } from './connection.ts'

/** The state of the connection to the gateway; the round trip is the median of five. */
export type LineVerdict = { isOpen: true; roundTripMs: number } | { isOpen: false }

const roundTrips = 5
const deadlineMs = 8000

/**
 * Opens a voice socket as a conversation does and measures round trips; never rejects.
 * @returns a function that cancels it, after which nothing is reported
 */
export function checkLine(
  { openSocket, clock }: { openSocket: OpenSocket; clock: Clock },
  url: string,
  onVerdict: (verdict: LineVerdict) => void,
): () => void {
  const timers = new Timers<'deadline'>(clock)
  const tookMs: number[] = []
  let sentAt = 0
  let isOver = false

  function finish(verdict: LineVerdict | null): void {
    if (isOver) return
    isOver = true
    timers.clearAll()
    socket.close(1000)
    if (verdict) onVerdict(verdict)
  }
  function ask(): void {
    sentAt = clock.now()
    socket.send(String(tookMs.length))
  }

  const socket = openSocket(url, voiceSubprotocol, {
    onOpen: ask,
    onMessage: () => {
      if (isOver) return
      tookMs.push(clock.now() - sentAt)
      if (tookMs.length < roundTrips) return ask()
      const roundTripMs = tookMs.toSorted((one, other) => one - other)[Math.floor(roundTrips / 2)] ?? 0
      finish({ isOpen: true, roundTripMs })
    },
    onClose: () => finish({ isOpen: false }),
  })
  timers.set('deadline', deadlineMs, () => finish({ isOpen: false }))
  return () => finish(null)
}
