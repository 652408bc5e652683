import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { paths } from '#web/client/addresses/paths.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import type { Phase, Snapshot } from '#web/voice/conversation-state.ts'
import type { Problem, ProblemKind } from '#web/voice/problems.ts'

/** What people read about a problem, in the toast and in the dialog. */
export interface ProblemWords {
  title: string
  text: string
}

interface Row extends ProblemWords {
  /** Whether the server's message replaces the text. */
  byServer?: boolean
  /** What to do about it; stays in the dialog after the toast is gone. */
  advice?: string
}

const notStarted = 'Connection Failed'

/** The error catalogue of conversations, word for word (S261-S268, D68, D73, D74, D76, D88). */
const rows: Record<Exclude<ProblemKind, 'unauthorized'>, Row> = {
  not_enough_credits: { title: 'Not Enough Credits', text: 'Add some credits to use your agent' },
  budget_reached: { title: 'Not Enough Credits', text: 'Your monthly budget is used up.', byServer: true },
  connection_failed: { title: notStarted, text: 'Unable to start voice session. Please try again.' },
  busy: { title: notStarted, text: 'All agents are busy. Please try again in a few minutes.' },
  microphone_denied: {
    title: 'Microphone Permission Required',
    text: 'Please allow microphone access to use voice features.',
    advice: 'Allow the microphone in the site settings next to the address bar, then start again.',
  },
  microphone_error: {
    title: 'Microphone Error',
    text: 'Could not access microphone. Please check permissions.',
    advice: 'Connect a microphone, or close the app that is using it, then start again.',
  },
  connection_lost: { title: 'Connection Lost', text: 'Voice connection was interrupted. Please try again.' },
  connection_error: { title: 'Connection Error', text: 'Voice connection failed. Please try again.' },
  end_failed: { title: 'Session Ended with Error', text: 'Session ended but may not have been saved properly.' },
  session_active: {
    title: notStarted,
    text: 'You are already in a conversation. Please end it first.',
    byServer: true,
  },
  consent_required: {
    title: notStarted,
    text: 'Please agree to the voice notice before your first session.',
    byServer: true,
  },
  subscription_required: {
    title: notStarted,
    text: 'You need an active subscription to talk to agents.',
    byServer: true,
  },
  organization_inactive: { title: 'No Access', text: "Your organization's access has ended.", byServer: true },
  agent_paused: { title: notStarted, text: 'This agent is currently paused.', byServer: true },
  agent_unavailable: { title: notStarted, text: 'This agent is no longer available.', byServer: true },
  too_many_short_sessions: {
    title: notStarted,
    text: 'You have had too many very short sessions. Please try again in an hour.',
    byServer: true,
  },
}

/** Returns title, text and advice for a problem; null for a lost sign-in, which the whole app reports. */
export function wordsOf({ kind, message }: Problem): (ProblemWords & { advice?: string }) | null {
  if (kind === 'unauthorized') return null
  const { byServer, ...words } = rows[kind]
  return byServer && message ? { ...words, text: message } : words
}

/** Returns whether minutes are missing: in the balance, or in a member's monthly limit. */
export function isAboutMinutes({ kind }: Problem): boolean {
  return kind === 'not_enough_credits' || kind === 'budget_reached'
}

/**
 * Returns whether the dialog itself reports the problem and its remedy: used-up minutes (D73), another conversation
 * (D74).
 */
function isToldByDialog(problem: Problem, phase: Phase): boolean {
  const isSummedUp = phase === 'ending' || phase === 'ended'
  return isAboutMinutes(problem) ? isSummedUp : problem.sessionId !== undefined
}

const told = new WeakSet<Problem>()

function describe({ problem, phase }: Snapshot): void {
  if (!problem || told.has(problem)) return
  told.add(problem)
  const words = isToldByDialog(problem, phase) ? null : wordsOf(problem)
  if (!words) return
  showToast({
    title: words.title,
    description: words.text,
    tone: 'danger',
    ...(problem.kind === 'not_enough_credits' && {
      action: { label: 'Buy Credits', onPress: () => navigate(paths.checkout()) },
    }),
  })
}

/** Shows each problem of a conversation once: as a toast (S249), or where the dialog stays with it. */
export function useProblemToasts(conversation: Conversation): void {
  useEffect(() => {
    // Stays subscribed, so that a failure while the dialog closes, such as saving, is reported too.
    conversation.subscribe(() => describe(conversation.getSnapshot()))
  }, [conversation])
}
