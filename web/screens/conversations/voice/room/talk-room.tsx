import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useMe } from '#web/client/me.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import type { TalkAgent, TalkRequest } from '#web/screens/agents/talking.ts'
import type { Snapshot } from '#web/voice/conversation-state.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import { createConversation, type GivenToConversation } from '#web/voice/create-conversation.ts'
import { readPreferences } from '../settings/preferences.ts'
import { createVoiceApi } from './api.ts'
import { OpenRoom } from './open-room.tsx'
import { Pill } from './pill.tsx'
import { usePlace } from './place.ts'
import { useProblemToasts } from './problems.ts'
import type { RoomStart } from './room-start.ts'
import { isOn, isTalking } from './talk-state.ts'

/**
 * The one conversation of the page, from 'Ready to connect' to the recap (S085-S088, D171): the night room, or a pill
 * while the person looks at other pages. Closing it ends and saves the conversation, and the next opening starts over
 * (S165).
 */
export default function TalkRoom({ request }: { request: TalkRequest }) {
  const { conversation, snapshot, api } = useOwnConversation()
  const user = useMe()
  const { phase } = snapshot
  const at = usePlace({ request, isOn: isOn(phase), isSignedOut: user === null })
  const { agent } = at.talk
  const [isAsking, setAsking] = useState(false)
  const isLive = isTalking(phase)
  const pill = useRef<HTMLButtonElement>(null)
  const [withoutMemory, setWithoutMemory] = useWithoutMemory(agent.id)
  const rememberWords = useFirstWords(conversation, snapshot)
  useProblemToasts(conversation)
  useCloseUnsaved(snapshot, at.close)
  useWakeLock(isLive)
  // A conversation that ended by itself closes its question too: the next one has not been asked to end.
  if (isAsking && !isLive) setAsking(false)

  function start({ isAgreeing, question, withoutMemory: isLeftOut = withoutMemory, ...options }: RoomStart = {}) {
    if (isAgreeing) api.agreeFirst()
    setWithoutMemory(isLeftOut)
    api.leaveMemoryOut(isLeftOut)
    api.testWith(agent.startTest)
    rememberWords(question ?? null)
    conversation.start(agent.id, options)
  }

  const mayStartAtOnce = at.place === 'stage' && user?.voiceConsent === true
  useOpening(conversation, at.place === 'closed' ? null : at.talk, mayStartAtOnce, start)
  const shown = useLastWhileOpen(snapshot, at.place !== 'closed')
  return (
    <>
      <OpenRoom
        {...{ agent, user, conversation }}
        snapshot={shown}
        open={at.place === 'stage'}
        question={at.talk.question}
        withoutMemory={withoutMemory}
        onClose={() => (isLive ? setAsking(true) : at.close())}
        onDone={at.close}
        onMinimize={isOn(phase) ? at.minimize : null}
        onStart={start}
        finalFocus={() => at.place !== 'pill' || (at.isMinimized && (pill.current ?? true))}
      >
        <EndQuestion
          agent={agent}
          open={at.place === 'stage' && isAsking}
          onClose={() => setAsking(false)}
          onConfirm={at.close}
        />
      </OpenRoom>
      {at.place === 'pill' && (
        <Pill {...{ agent, conversation, snapshot }} focus={pill} onReturn={at.restore} onDismiss={at.close} />
      )}
      <ChangeQuestion from={agent} to={at.next?.agent ?? null} onClose={at.stay} onConfirm={at.change} />
    </>
  )
}

/** Returns the page's one conversation, with the settings of this device. */
function useOwnConversation() {
  const [api] = useState(createVoiceApi)
  const [settings] = useState(settingsOf)
  return { ...useConversation({ api, onMetric: noteMetric, ...settings }), api }
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

/** "Not this time" holds until the person chooses again or talks to another agent (D185). */
function useWithoutMemory(agentId: string) {
  const [choice, setChoice] = useState({ agentId, isLeftOut: false })
  const set = (isLeftOut: boolean) => setChoice({ agentId, isLeftOut })
  return [choice.agentId === agentId && choice.isLeftOut, set] as const
}

/** Types the words that it is given before a conversation starts, once the agent has joined. */
function useFirstWords(conversation: Conversation, { phase }: Snapshot): (question: string | null) => void {
  const words = useRef<string | null>(null)
  useEffect(() => {
    if (phase !== 'connected' || words.current === null) return
    conversation.sendText(words.current)
    words.current = null
  }, [conversation, phase])
  return useCallback((question) => {
    words.current = question
  }, [])
}

/**
 * Each opening prepares the sound, and starts at once if it came with a question; closing ends the conversation, saves
 * it and resets everything (D87).
 */
function useOpening(
  conversation: Conversation,
  talk: TalkRequest | null,
  mayStart: boolean,
  start: (options: RoomStart) => void,
): void {
  const opened = useRef({ mayStart, start })
  useEffect(() => {
    opened.current = { mayStart, start }
  })
  useEffect(() => {
    if (!talk) return
    conversation.prepare()
    if (talk.question !== undefined && opened.current.mayStart) opened.current.start({ question: talk.question })
    return () => conversation.reset()
  }, [conversation, talk])
}

/** A conversation that could not be saved has shown its toast and has no recap (S268). */
function useCloseUnsaved({ phase, problem }: Snapshot, onClose: () => void): void {
  const isUnsaved = phase === 'ended' && problem?.kind === 'end_failed'
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (isUnsaved) close.current()
  }, [isUnsaved])
}

/** Returns the snapshot, frozen while the room fades out. */
function useLastWhileOpen(snapshot: Snapshot, open: boolean): Snapshot {
  const [last, setLast] = useState(snapshot)
  if (!open || last === snapshot) return last
  setLast(snapshot)
  return snapshot
}

/** Keeps the screen on during a conversation; a browser without the feature, or low on battery, just dims it. */
function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return
    let asked: Promise<WakeLockSentinel | null> | null = null
    // The browser releases it when the page is hidden.
    function ask() {
      if (document.visibilityState === 'visible') asked = navigator.wakeLock.request('screen').catch(() => null)
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      document.removeEventListener('visibilitychange', ask)
      void asked?.then((lock) => lock?.release())
    }
  }, [isOn])
}

interface EndProps {
  agent: TalkAgent
  open: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks before a running conversation ends by closing the room. */
function EndQuestion({ agent, ...dialog }: EndProps) {
  return (
    <ConfirmDialog {...dialog} title="End session?" confirmLabel="End session" keepLabel="Keep talking">
      {endWords(agent)}
    </ConfirmDialog>
  )
}

function endWords({ name, startTest }: TalkAgent): string {
  return `Your session with ${name} ends${startTest ? '.' : ', and the time so far is charged.'}`
}

interface ChangeProps {
  from: TalkAgent
  /** The agent to talk to instead; null for none. */
  to: TalkAgent | null
  onClose: () => void
  onConfirm: () => void
}

/** Asks before another agent takes over, since there is one conversation at a time (D74). */
function ChangeQuestion({ from, to, onClose, onConfirm }: ChangeProps) {
  return (
    <ConfirmDialog
      open={to !== null}
      onClose={onClose}
      onConfirm={onConfirm}
      title={`Talk to ${to?.name ?? ''} instead?`}
      confirmLabel="End session"
      keepLabel="Keep talking"
    >
      {endWords(from)}
    </ConfirmDialog>
  )
}

/**
 * Returns a conversation for the lifetime of the component (the dialog): it ends when the component unmounts or the
 * page is left. `given` is read once. Call `conversation.start` inside the click itself.
 */
function useConversation(given: GivenToConversation): {
  conversation: Conversation
  snapshot: Snapshot
} {
  const [conversation] = useState(() => createConversation(given))
  const snapshot = useSyncExternalStore(conversation.subscribe, conversation.getSnapshot)
  useEffect(() => {
    const leave = () => conversation.leave()
    conversation.prepare()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      conversation.reset()
    }
  }, [conversation])
  return { conversation, snapshot }
}
