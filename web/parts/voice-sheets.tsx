import { lazy, Suspense, useState } from 'react'
import { useMe } from '#web/me.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import type { Snapshot } from '#web/voice/conversation-state.ts'
import { VoiceKeys } from './voice-keys.tsx'
import { countdown } from './voice-words.ts'

const VoiceTopUp = lazy(async () => ({ default: (await import('./voice-top-up.tsx')).VoiceTopUp }))

const VoiceSettings = lazy(async () => ({ default: (await import('./voice-settings.tsx')).VoiceSettings }))
const VoiceCheck = lazy(async () => ({ default: (await import('./voice-check.tsx')).VoiceCheck }))

/** What opens over the voice dialog, one at a time. */
export type VoiceSheet = 'top-up' | 'settings' | 'keys' | 'check'

interface Props {
  conversation: Conversation
  snapshot: Snapshot
  /** The one that is open. */
  sheet: VoiceSheet | null
  onClose: () => void
  onSheet: (sheet: VoiceSheet) => void
}

/** Everything that opens over the voice dialog while the conversation goes on behind it. */
export function VoiceSheets({ conversation, snapshot, sheet, onClose, onSheet }: Props) {
  const user = useMe()
  const wasTopUp = useHasBeen(sheet === 'top-up')
  const wasSettings = useHasBeen(sheet === 'settings')
  const wasCheck = useHasBeen(sheet === 'check')
  return (
    <Suspense>
      {wasTopUp && user && (
        <VoiceTopUp user={user} open={sheet === 'top-up'} onClose={onClose} left={leftWords(snapshot)} />
      )}
      {wasSettings && <VoiceSettings {...{ conversation, snapshot, onClose, onSheet }} open={sheet === 'settings'} />}
      {wasCheck && <VoiceCheck conversation={conversation} open={sheet === 'check'} onClose={onClose} />}
      <VoiceKeys open={sheet === 'keys'} onClose={onClose} />
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
