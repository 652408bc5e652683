import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { useMe } from '#web/client/me.ts'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import type { TalkAgent, TalkRequest } from '#web/screens/agents/talking.ts'
import type { Snapshot } from '#web/voice/conversation-state.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import { createConversation, type GivenToConversation } from '#web/voice/create-conversation.ts'
import { readPreferences } from '../settings/preferences.ts'
import { createVoiceApi, type RoomStart } from './api.ts'
import { OpenRoom } from './open-room.tsx'
import { Pill } from './pill.tsx'
import { useProblemToasts } from './problems.ts'
import { isOn, isTalking } from './talk-state.tsx'

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
  const isLive = isTalking(phase)
  const pill = useRef<HTMLButtonElement>(null)
  const [withoutMemory, setWithoutMemory] = useWithoutMemory(agent.id)
  const rememberWords = useFirstWords(conversation, snapshot)
  useProblemToasts(conversation)
  useCloseUnsaved(snapshot, at.close)
  useWakeLock(isLive)
  const askToEnd = useEndQuestion(agent, isLive && at.place === 'stage')
  useChangeQuestion(agent, at)

  function start({ isAgreeing = false, question, withoutMemory: isLeftOut, ...options }: RoomStart = {}) {
    setWithoutMemory(isLeftOut ?? withoutMemory)
    api.setTerms({ isAgreeing, withoutMemory: isLeftOut ?? withoutMemory, startTest: agent.startTest })
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
        onClose={() => (isLive ? askToEnd(at.close) : at.close())}
        onDone={at.close}
        onMinimize={isOn(phase) ? at.minimize : null}
        onStart={start}
        finalFocus={() => at.place !== 'pill' || (at.isMinimized && (pill.current ?? true))}
      />
      {at.place === 'pill' && (
        <Pill {...{ agent, conversation, snapshot }} focus={pill} onReturn={at.restore} onDismiss={at.close} />
      )}
    </>
  )
}

/**
 * Returns the page's one conversation, with the settings of this device, for the lifetime of the component: it ends when
 * the component unmounts or the page is left. Call `conversation.start` inside the click itself.
 */
function useOwnConversation() {
  const [api] = useState(createVoiceApi)
  const [conversation] = useState(() => createConversation({ api, onMetric: noteMetric, ...settingsOf() }))
  const [subscribe] = useState(() => oncePerPicture(conversation.subscribe))
  const snapshot = useSyncExternalStore(subscribe, conversation.getSnapshot)
  useEffect(() => {
    const leave = () => conversation.leave()
    conversation.prepare()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      conversation.reset()
    }
  }, [conversation])
  return { api, conversation, snapshot }
}

/** Where no pictures are drawn, as in a hidden page, a change shows after this. */
const hiddenMs = 100

/** Joins all changes before the browser's next picture, because sound must not wait until the room has rendered. */
function oncePerPicture(subscribe: Conversation['subscribe']): Conversation['subscribe'] {
  return (listener) => {
    let frame: number | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    function cancel() {
      if (frame !== null) cancelAnimationFrame(frame)
      clearTimeout(timer)
      frame = null
    }
    function show() {
      cancel()
      listener()
    }
    const unsubscribe = subscribe(() => {
      if (frame !== null) return
      frame = requestAnimationFrame(show)
      timer = setTimeout(show, hiddenMs)
    })
    return () => {
      unsubscribe()
      cancel()
    }
  }
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
  const isLeftOut = choice.agentId === agentId && choice.isLeftOut
  const set = (next: boolean) => {
    if (next !== isLeftOut) setChoice({ agentId, isLeftOut: next })
  }
  return [isLeftOut, set] as const
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
  const startAtOnce = useEffectEvent((question: string) => mayStart && start({ question }))
  useEffect(() => {
    if (!talk) return
    conversation.prepare()
    if (talk.question !== undefined) startAtOnce(talk.question)
    return () => conversation.reset()
  }, [conversation, talk])
}

/** A conversation that could not be saved has shown its toast and has no recap (S268). */
function useCloseUnsaved({ phase, problem }: Snapshot, onClose: () => void): void {
  const isUnsaved = phase === 'ended' && problem?.kind === 'end_failed'
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isUnsaved) close()
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

/**
 * Returns what asks before a running conversation ends by closing the room. One that ends by itself closes its question,
 * too: the next one has not been asked to end.
 */
function useEndQuestion(agent: TalkAgent, isOpen: boolean): (end: () => void) => void {
  const over = useRef<AbortController>(null)
  useEffect(() => {
    if (!isOpen) over.current?.abort()
  }, [isOpen])
  return (end) => {
    over.current = new AbortController()
    void ask({
      title: 'End session?',
      text: endWords(agent),
      confirm: 'End session',
      keep: 'Keep talking',
      act: async () => end(),
      until: over.current.signal,
    })
  }
}

/** Asks before another agent takes over, since there is one conversation at a time (D74). */
function useChangeQuestion(from: TalkAgent, { next, change, stay }: ReturnType<typeof usePlace>): void {
  const askToChange = useEffectEvent(async (to: TalkAgent, until: AbortSignal) => {
    const isSure = await ask({
      title: `Talk to ${to.name} instead?`,
      text: endWords(from),
      confirm: 'End session',
      keep: 'Keep talking',
      act: async () => change(),
      until,
    })
    if (!isSure && !until.aborted) stay()
  })
  useEffect(() => {
    if (!next) return
    const over = new AbortController()
    void askToChange(next.agent, over.signal)
    return () => over.abort()
  }, [next])
}

function endWords({ name, startTest }: TalkAgent): string {
  return `Your session with ${name} ends${startTest ? '.' : ', and the time so far is charged.'}`
}

/** Where a conversation is: it fills the view, goes on beside a page, or there is none. */
export type Place = 'stage' | 'pill' | 'closed'

interface State {
  /** Whom the conversation is with. */
  talk: TalkRequest
  place: Place
  /** Whether the person put the conversation aside; otherwise they followed a link. */
  isMinimized: boolean
  /** A request for another agent while a conversation is on; it waits for an answer. */
  next: TalkRequest | null
  seenRequest: TalkRequest
  seenPath: string
}

interface Given {
  request: TalkRequest
  /** Whether a conversation is on, from the click on Start to its end. */
  isOn: boolean
  isSignedOut: boolean
}

/** Follows requests to talk, and pages that come and go behind the room; a conversation never ends by navigating. */
export function usePlace({ request, isOn, isSignedOut }: Given) {
  const [path] = useLocation()
  const [state, setState] = useState<State>({
    talk: request,
    place: 'stage',
    isMinimized: false,
    next: null,
    seenRequest: request,
    seenPath: path,
  })
  const moved = afterSignOut(afterPath(afterRequest(state, request, isOn), path, isOn), isSignedOut)
  if (moved !== state) setState(moved)
  const set = (changes: Partial<State>) => setState((before) => ({ ...before, ...changes }))
  return {
    talk: moved.talk,
    place: moved.place,
    isMinimized: moved.isMinimized,
    next: moved.next,
    close: () => set({ place: 'closed', next: null }),
    minimize: () => set({ place: 'pill', isMinimized: true }),
    restore: () => set({ place: 'stage' }),
    /** Ends the conversation for the one that waits. */
    change: () =>
      setState(({ next, ...before }) => ({ ...before, talk: next ?? before.talk, place: 'stage', next: null })),
    stay: () => set({ next: null }),
  }
}

function afterRequest(state: State, request: TalkRequest, isOn: boolean): State {
  if (request === state.seenRequest) return state
  const seen = { ...state, seenRequest: request }
  if (!isOn || state.place === 'closed') return { ...seen, talk: request, place: 'stage' }
  return request.agent.id === state.talk.agent.id ? { ...seen, place: 'stage' } : { ...seen, next: request }
}

function afterPath(state: State, path: string, isOn: boolean): State {
  if (path === state.seenPath) return state
  if (state.place !== 'stage') return { ...state, seenPath: path }
  return { ...state, seenPath: path, place: isOn ? 'pill' : 'closed', isMinimized: false }
}

function afterSignOut(state: State, isSignedOut: boolean): State {
  return isSignedOut && state.place !== 'closed' ? { ...state, place: 'closed', next: null } : state
}
