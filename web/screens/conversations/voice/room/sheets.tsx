import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { formatDuration } from '#contract/amounts.ts'
import { useMe } from '#web/client/me.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import type { Conversation } from '#web/voice/conversation.ts'
import type { Snapshot } from '#web/voice/conversation-state.ts'
import { VoiceKeys } from '../settings/keys.tsx'

const loadTopUp = async () => (await import('../top-up/top-up.tsx')).VoiceTopUp
const loadSettings = async () => (await import('../settings/voice-settings.tsx')).VoiceSettings
const loadCheck = async () => (await import('../check/check.tsx')).VoiceCheck

const VoiceTopUp = lazySheet(loadTopUp)
const VoiceSettings = lazySheet(loadSettings)
const VoiceCheck = lazySheet(loadCheck)

/** What opens over the room, one at a time. */
export type VoiceSheet = 'top-up' | 'settings' | 'keys' | 'check'

interface Props {
  conversation: Conversation
  snapshot: Snapshot
  /** The open sheet. */
  sheet: VoiceSheet | null
  onClose: () => void
  onSheet: (sheet: VoiceSheet) => void
}

/** Everything that opens over the room while the conversation goes on behind it. */
export function VoiceSheets({ conversation, snapshot, sheet, onClose, onSheet }: Props) {
  const user = useMe()
  const isTalking = snapshot.phase === 'connected' || snapshot.phase === 'reconnecting'
  useEffect(() => {
    // Loaded ahead, because later the connection may be gone or a new release may have replaced the files.
    if (isTalking) void Promise.allSettled([loadTopUp(), loadSettings()])
  }, [isTalking])
  const wasTopUp = useHasBeen(sheet === 'top-up')
  const wasSettings = useHasBeen(sheet === 'settings')
  const wasCheck = useHasBeen(sheet === 'check')
  return (
    <Suspense>
      {wasTopUp && user && (
        <VoiceTopUp {...{ user, isTalking, onClose }} open={sheet === 'top-up'} left={leftWords(snapshot)} />
      )}
      {wasSettings && <VoiceSettings {...{ conversation, snapshot, onClose, onSheet }} open={sheet === 'settings'} />}
      {wasCheck && <VoiceCheck conversation={conversation} open={sheet === 'check'} onClose={onClose} />}
      <VoiceKeys open={sheet === 'keys'} onClose={onClose} />
    </Suspense>
  )
}

interface SheetProps {
  open: boolean
  onClose: () => void
}

/** Loads a sheet when it first opens; a file that cannot be loaded must not break the conversation. */
function lazySheet<Props extends SheetProps>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() }
    } catch {
      return { default: MissingSheet }
    }
  })
}

function MissingSheet({ open, onClose }: SheetProps) {
  return (
    <Dialog open={open} onClose={onClose} title="This didn't load" width="small">
      <p>Your session isn't affected. Reload the page afterward to try again.</p>
    </Dialog>
  )
}

function leftWords({ phase, secondsLeft }: Snapshot): string {
  if (phase !== 'connected' && phase !== 'reconnecting') return 'The session has ended.'
  const goesOn = 'The session continues while you pay.'
  return secondsLeft === null ? goesOn : `${formatDuration(secondsLeft)} left. ${goesOn}`
}

/** Returns whether it was ever true: an opened sheet stays mounted, to fade out and to keep its state. */
function useHasBeen(isSo: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(isSo)
  if (isSo && !hasBeen) setHasBeen(true)
  return hasBeen || isSo
}
