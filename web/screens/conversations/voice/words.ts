import { minutesText, spellDuration } from '#contract/amounts.ts'
import type { EndReason } from '#contract/conversations/voice-socket.ts'
import { formatWeekday } from '#contract/dates.ts'
import type { NotedStep, Recap, Snapshot } from '#web/voice/conversation-state.ts'
import { isAboutMinutes, wordsOf } from './room/problems.ts'

/** Why a conversation ended, in a sentence. */
export const endings: Record<EndReason, string> = {
  user: 'You ended the session.',
  agent: 'The agent ended the session.',
  balance: 'Your credits are used up.',
  budget: 'Your monthly budget is used up.',
  limit: 'The session reached its time limit.',
  idle: 'Nobody spoke for a while, so the session ended.',
  access: 'Your access to this agent ended.',
  fault: 'The connection was lost.',
  gone: 'The connection was lost.',
  team: 'The Luna team ended the session.',
}

/** Shorter conversations are not charged (D71). */
const freeBelowSeconds = 10

/** Returns the title of the recap; it says so when the minutes ran out (D73). */
export function titleOf({ usedSeconds }: Recap, { problem }: Snapshot): string {
  if (problem && isAboutMinutes(problem)) return wordsOf(problem)?.title ?? ''
  return problem || usedSeconds === null ? 'Session ended' : 'Session saved'
}

/** Returns why the conversation ended, in a sentence; a problem seen here says more than how the server settled it. */
export function endingOf({ reason }: Recap, { problem }: Snapshot): string {
  const words = problem && !isAboutMinutes(problem) ? wordsOf(problem) : null
  return words?.text ?? endings[reason]
}

/** Returns why nothing was charged (D71); null if something was. */
export function freeBecause({ usedSeconds }: Recap, elapsedSeconds: number): string | null {
  if (usedSeconds === null || usedSeconds > 0) return null
  return elapsedSeconds < freeBelowSeconds
    ? 'Sessions under 10 seconds are free.'
    : 'There was no sound from the agent, so nothing was charged.'
}

/** Returns the conversation in a sentence or two: how long, with whom, and what is left. */
export function summaryOf(
  { usedSeconds, balanceSeconds }: Recap,
  elapsedSeconds: number,
  agentName: string,
  isOfMonth: boolean,
): readonly [talked: string, left: string | null] {
  const talked = `${spellDuration(usedSeconds || elapsedSeconds)} with ${agentName}.`
  const left = balanceSeconds !== null && `${minutesText(balanceSeconds / 60)} left${isOfMonth ? ' this month' : ''}.`
  return [talked, left || null]
}

export const lastSeconds = 30
/** When the end comes near (D73, D190). */
export const warnedSeconds = 120
const longerThanAMinuteSeconds = 90

/** Returns the time left near the end of a conversation, in steps, so that nobody has to follow every second. */
export function leftWords(seconds: number): string {
  if (seconds <= lastSeconds) return 'Less than 30 seconds left'
  return seconds < longerThanAMinuteSeconds ? 'About a minute left' : '2 minutes left'
}

/** Returns the time left as a screen reader says it; rounded up, since a warning comes just after its round figure. */
export function spokenWords(seconds: number): string {
  return seconds > 60 ? `About ${Math.ceil(seconds / 60)} minutes left` : `${seconds} seconds left`
}

/** Returns `Noted: Call Anna, Fri, Nov 27`. */
export function notedWords({ title, due_on: dueOn }: NotedStep): string {
  return `Noted: ${title}${dueOn === null ? '' : `, ${formatWeekday(dueOn)}`}`
}
