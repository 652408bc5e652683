import { lazy, Suspense, useState } from 'react'
import { useMe } from '#web/me.ts'
import type { Snapshot } from '#web/voice/conversation-state.ts'
import { countdown } from './voice-words.ts'

const VoiceTopUp = lazy(async () => ({ default: (await import('./voice-top-up.tsx')).VoiceTopUp }))

/** What opens over the voice dialog, one at a time. */
export type VoiceSheet = 'top-up'

interface Props {
  snapshot: Snapshot
  /** The one that is open. */
  sheet: VoiceSheet | null
  onClose: () => void
}

/** Everything that opens over the voice dialog while the conversation goes on behind it. */
export function VoiceSheets({ snapshot, sheet, onClose }: Props) {
  const user = useMe()
  const wasTopUp = useHasBeen(sheet === 'top-up')
  return (
    <Suspense>
      {wasTopUp && user && (
        <VoiceTopUp user={user} open={sheet === 'top-up'} onClose={onClose} left={leftWords(snapshot)} />
      )}
    </Suspense>
  )
}

function leftWords({ phase, secondsLeft }: Snapshot): string {
  if (phase !== 'connected' && phase !== 'reconnecting') return 'The conversation has ended.'
  const goesOn = 'The conversation goes on while you pay.'
  return secondsLeft === null ? goesOn : `${countdown(secondsLeft)} left. ${goesOn}`
}

/** Whether it was ever so: what has been opened stays, to fade away and to keep what it knows. */
function useHasBeen(isSo: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(isSo)
  if (isSo && !hasBeen) setHasBeen(true)
  return hasBeen || isSo
}
