import { useState } from 'react'
import { useLocation } from 'wouter'
import type { TalkRequest } from '#web/screens/agents/talking.ts'

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
