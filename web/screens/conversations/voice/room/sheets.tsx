import { lazy, Suspense, type ComponentType, useEffect, useState } from 'react'
import { formatDuration } from '#contract/amounts.ts'
import { useMe } from '#web/client/me.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import type { Snapshot } from '#web/voice/conversation-state.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import { isTalking } from './talk-state.tsx'

/** Sheets that open over the room while the conversation goes on behind it. Each loads when it first opens. */

const loadTopUp = async () => (await import('../top-up/top-up.tsx')).VoiceTopUp
const loadSettings = async () => (await import('../settings/voice-settings.tsx')).VoiceSettings
const loadCheck = async () => (await import('../check/check.tsx')).VoiceCheck

const VoiceTopUp = lazySheet(loadTopUp)
const VoiceSettings = lazySheet(loadSettings)
const VoiceCheck = lazySheet(loadCheck)

export function openSettings(conversation: Conversation): void {
  void openDialog((close) => (
    <Suspense>
      <VoiceSettings {...{ conversation, close }} onCheck={() => openCheck(conversation)} />
    </Suspense>
  ))
}

export function openCheck(conversation: Conversation): void {
  void openDialog((close) => (
    <Suspense>
      <VoiceCheck conversation={conversation} close={close} />
    </Suspense>
  ))
}

interface TopUpProps {
  snapshot: Snapshot
  open: boolean
  onClose: () => void
}

/** Buys minutes. Once opened it stays mounted, because a payment under way is followed to its end. */
export function TopUpSheet({ snapshot, open, onClose }: TopUpProps) {
  const user = useMe()
  const isLive = isTalking(snapshot.phase)
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  useEffect(() => {
    // Loaded ahead, because later the connection may be gone or a new release may have replaced the files.
    if (isLive) void Promise.allSettled([loadTopUp(), loadSettings()])
  }, [isLive])
  if (!wasOpen || !user) return null
  return (
    <Suspense>
      <VoiceTopUp {...{ user, open, onClose }} isTalking={isLive} left={leftWords(isLive, snapshot)} />
    </Suspense>
  )
}

/** Loads a sheet; a file that cannot be loaded must not break the conversation. */
function lazySheet<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() }
    } catch {
      return { default: MissingSheet }
    }
  })
}

/** Explains that a sheet could not be loaded, in a dialog that opens and closes as the sheet would. */
function MissingSheet(state: { open?: boolean; onClose?: () => void }) {
  return (
    <Dialog {...state} title="This didn't load" width="small">
      <p>Your session isn't affected. Reload the page afterward to try again.</p>
    </Dialog>
  )
}

function leftWords(isLive: boolean, { secondsLeft }: Snapshot): string {
  if (!isLive) return 'The session has ended.'
  const goesOn = 'The session continues while you pay.'
  return secondsLeft === null ? goesOn : `${formatDuration(secondsLeft)} left. ${goesOn}`
}
