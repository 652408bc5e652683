import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useMe } from '#web/client/me.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { PanelSpinner } from '#web/kit/spinner.tsx'
import type { Conversation } from '#web/voice/conversation.ts'
import type { Snapshot, StartOptions } from '#web/voice/conversation-state.ts'
import type { GivenToConversation } from '#web/voice/create-conversation.ts'
import { useConversation } from '#web/voice/use-conversation.ts'
import type { TalkDialogProps } from '#web/screens/agents/talk-dialog.ts'
import type { TalkAgent } from '#web/screens/agents/voice-agent.ts'
import { VoiceAnnouncer } from './announcer.tsx'
import { createVoiceApi } from './api.ts'
import { VoiceBar } from './bar.tsx'
import { readPreferences } from './settings/preferences.ts'
import { useProblemToasts } from './problems.ts'
import { VoiceReady, VoiceReadyActions } from './ready.tsx'
import { VoiceRecap, VoiceRecapActions } from './recap.tsx'
import { VoiceSheets, type VoiceSheet } from './sheets.tsx'
import { StageHeading } from './stage.tsx'
import { VoiceTalk } from './talk.tsx'
import { VoiceWaiting, VoiceWaitingActions } from './waiting.tsx'
import { useWakeLock } from './wake-lock.ts'

/**
 * A conversation with an agent, from 'Ready to connect' to the recap (S085-S088). Keep it mounted and control it with
 * `open`: closing ends and saves a running conversation, and the next opening starts over (S165).
 */
export function VoiceDialog({ agent, open, onOpenChange }: TalkDialogProps) {
  const [api] = useState(() => createVoiceApi(agent.startTest))
  const [settings] = useState(settingsOf)
  const { conversation, snapshot } = useConversation({ api, onMetric: noteMetric, ...settings })
  const heading = useRef<HTMLHeadingElement>(null)
  const [isAsking, setAsking] = useState(false)
  const isTalking = snapshot.phase === 'connected' || snapshot.phase === 'reconnecting'
  const [sheet, setSheet] = useSheet(isTalking)
  useProblemToasts(conversation)
  useResetWhenClosed(conversation, open)
  useCloseUnsaved(snapshot, onOpenChange)
  useWakeLock(isTalking)
  // A conversation that ended by itself closes its question too: the next one has not been asked to end.
  if (isAsking && !isTalking) setAsking(false)

  const shown = useLastWhileOpen(snapshot, open)
  const { body, actions } = useScreen({
    agent,
    conversation,
    snapshot: shown,
    onDone: () => onOpenChange(false),
    onSheet: setSheet,
    onStart: ({ isAgreeing, ...options } = {}) => {
      if (isAgreeing) api.agreeFirst()
      conversation.start(agent.id, options)
    },
  })
  return (
    <Dialog
      open={open}
      onClose={() => (isTalking ? setAsking(true) : onOpenChange(false))}
      title={agent.name}
      description={agent.category}
      footer={actions}
      initialFocus={heading}
      steady
      keepOpenOutside
    >
      <StageHeading value={heading}>{body}</StageHeading>
      <VoiceAnnouncer snapshot={shown} />
      <VoiceSheets
        conversation={conversation}
        snapshot={shown}
        sheet={open ? sheet : null}
        onClose={() => setSheet(null)}
        onSheet={setSheet}
      />
      <EndQuestion
        agent={agent}
        open={open && isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

interface EndQuestionProps {
  agent: TalkAgent
  open: boolean
  onClose: () => void
  onConfirm: () => void
}

function EndQuestion({ agent, ...dialog }: EndQuestionProps) {
  return (
    <ConfirmDialog {...dialog} title="End session?" confirmLabel="End session" keepLabel="Keep talking">
      Your conversation with {agent.name} ends{agent.startTest ? '.' : ', and the time so far is charged.'}
    </ConfirmDialog>
  )
}

/** Returns the open sheet. The one for minutes closes with the conversation, so that nothing covers the recap. */
function useSheet(isTalking: boolean) {
  const [sheet, setSheet] = useState<VoiceSheet | null>(null)
  if (sheet === 'top-up' && !isTalking) setSheet(null)
  return [sheet, setSheet] as const
}

/** Returns the settings stored on this device. */
function settingsOf(): Pick<GivenToConversation, 'settings' | 'choice'> {
  const { patienceMs, pushToTalk, microphoneId, speakerId } = readPreferences()
  return { settings: { pushToTalk, ...(patienceMs !== null && { patienceMs }) }, choice: { microphoneId, speakerId } }
}

/**
 * Reports each figure on the browser's performance timeline without keeping it, since the list would grow with the
 * conversation.
 */
function noteMetric(name: string, ms: number): void {
  const measure = `luna:${name}`
  performance.measure(measure, { start: performance.now() - ms, duration: ms })
  performance.clearMeasures(measure)
}

interface ScreenProps {
  agent: TalkAgent
  conversation: Conversation
  snapshot: Snapshot
  onDone: () => void
  onSheet: (sheet: VoiceSheet) => void
  onStart: (options?: StartOptions & { isAgreeing?: boolean }) => void
}

/** Returns what the dialog shows in each phase of the conversation. */
function useScreen({ agent, conversation, snapshot, onDone, onSheet, onStart }: ScreenProps): {
  body: ReactNode
  actions: ReactNode
} {
  const user = useMe()
  const { phase, recap } = snapshot
  if (!user) return { body: <PanelSpinner />, actions: null }
  switch (phase) {
    case 'requesting_microphone':
    case 'connecting':
    case 'queued':
    case 'ending':
      return {
        body: <VoiceWaiting key={phase} {...{ agent, conversation, phase }} />,
        actions: <VoiceWaitingActions {...{ conversation, phase }} />,
      }
    case 'connected':
    case 'reconnecting':
      return {
        body: <VoiceTalk {...{ agent, user, conversation, snapshot, onSheet }} />,
        actions: <VoiceBar {...{ conversation, snapshot, onSheet }} />,
      }
    case 'ended':
      if (!recap) break
      return {
        body: <VoiceRecap {...{ agent, user, snapshot, recap }} />,
        actions: <VoiceRecapActions {...{ snapshot, onDone, onStart }} />,
      }
  }
  return {
    body: <VoiceReady {...{ agent, user, conversation, snapshot, onSheet, onStart }} />,
    actions: <VoiceReadyActions agent={agent} user={user} />,
  }
}

/** A conversation that could not be saved has shown its toast and has no recap (S268). */
function useCloseUnsaved({ phase, problem }: Snapshot, onOpenChange: TalkDialogProps['onOpenChange']): void {
  const isUnsaved = phase === 'ended' && problem?.kind === 'end_failed'
  useEffect(() => {
    if (isUnsaved) onOpenChange(false)
  }, [isUnsaved, onOpenChange])
}

/** Each opening prepares the sound; closing ends the conversation, saves it and resets everything (D87). */
function useResetWhenClosed(conversation: Conversation, open: boolean): void {
  useEffect(() => {
    if (!open) return
    conversation.prepare()
    return () => conversation.reset()
  }, [conversation, open])
}

/** Returns the snapshot, frozen while the dialog fades out. */
function useLastWhileOpen(snapshot: Snapshot, open: boolean): Snapshot {
  const [last, setLast] = useState(snapshot)
  if (!open || last === snapshot) return last
  setLast(snapshot)
  return snapshot
}
