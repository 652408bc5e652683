import type { ConversationFacts } from '#contract/admin/conversation-facts.ts'
import type { LineOf } from '#contract/admin/timeline.ts'
import { formatDuration } from '#contract/amounts.ts'
import type { EndReason } from '#contract/conversations/voice-socket.ts'

/** What a support person reads about a charge. Every figure comes from the server; here are only the sentences. */

/** Why a conversation ended, to complete "It ended because …". */
export const endings: Record<EndReason, string> = {
  user: 'the person ended it',
  agent: 'the agent ended it',
  balance: 'the minutes were used up',
  budget: 'the member’s monthly limit was reached',
  limit: 'it reached the longest time that a conversation may take',
  idle: 'nobody spoke for a while',
  access: 'the person’s access ended',
  fault: 'the connection to the voice provider failed',
  gone: 'the connection was lost and nobody came back',
  team: 'the team ended it',
}

/** Why a conversation was free (D56, D71). */
const freeBecause: Record<NonNullable<ConversationFacts['freeReason']>, string> = {
  test: 'an admin was testing the agent',
  not_started: 'it never reached the voice provider',
  silent: 'no sound came from the agent',
  short: 'conversations under 10 seconds are free',
}

/** Returns what a conversation cost and why, one sentence each. */
export function explainConversation({ facts, endReason, status }: LineOf<'conversation'>): string[] {
  return [
    openSentence(facts, status === 'active'),
    ...(endReason ? [`It ended because ${endings[endReason]}.`] : []),
    ...waitSentences(facts),
    ...heardSentences(facts, status === 'active'),
    ...lineSentences(facts),
    ...chargeSentences(facts),
    ...providerSentences(facts, status === 'active'),
    ...(facts.credited > 0 ? [`The team gave ${formatDuration(facts.credited)} back.`] : []),
  ]
}

function openSentence({ open, measured }: ConversationFacts, isLive: boolean): string {
  if (!isLive) return `The conversation was open for ${formatDuration(open)}.`
  return `The conversation has been open for ${formatDuration(open)} and is still live. So far, ${formatDuration(measured)} of it counts.`
}

function waitSentences({ waited }: ConversationFacts): string[] {
  if (waited === null) return ['Charging never began, because the voice provider did not start the conversation.']
  if (waited === 0) return ['Charging began as soon as it was opened.']
  return [`Charging began when the voice provider started it, ${formatDuration(waited)} after it was opened.`]
}

/** Whether and when the agent could be heard, which is what complaints are often about. */
function heardSentences({ waited, heardAfter, wasHeard }: ConversationFacts, isLive: boolean): string[] {
  if (waited === null) return []
  if (heardAfter !== null) return [`The agent first spoke ${formatDuration(heardAfter)} after the start.`]
  if (wasHeard) return ['The agent spoke.']
  return [isLive ? 'The agent has not spoken yet.' : 'The agent never spoke.']
}

/** When the line died, and what was free because of it (D176). */
function lineSentences({ free, lostAfter, backAfter }: ConversationFacts): string[] {
  return [
    ...(lostAfter === null ? [] : [gapSentence(lostAfter, backAfter)]),
    ...(free > 0 ? [`${formatDuration(free)} was free because the line to the browser was dead.`] : []),
  ]
}

function gapSentence(lostAfter: number, backAfter: number | null): string {
  const died = `The line to the browser died ${formatDuration(lostAfter)} after the start`
  if (backAfter === null) return `${died} and did not come back.`
  return `${died} and came back ${formatDuration(backAfter - lostAfter)} later.`
}

function chargeSentences({ charged, measured, freeReason, fromMonth, fromPurchased }: ConversationFacts): string[] {
  if (charged === null) return []
  if (charged === 0)
    return [freeReason ? `Nothing was charged because ${freeBecause[freeReason]}.` : 'Nothing was charged.']
  const bounded =
    measured > charged
      ? [
          `Our clock measured ${formatDuration(measured)}, but no more than ${formatDuration(charged)} was left to charge.`,
        ]
      : []
  return [...bounded, `${formatDuration(charged)} was charged${fromWhere(fromMonth, fromPurchased)}.`]
}

function fromWhere(fromMonth: number | null, fromPurchased: number | null): string {
  if (fromMonth === null || fromPurchased === null) return ''
  if (fromPurchased === 0) return ', all from the month’s minutes'
  if (fromMonth === 0) return ', all from purchased minutes'
  return `: ${formatDuration(fromMonth)} from the month’s minutes and ${formatDuration(fromPurchased)} from purchased minutes`
}

function providerSentences({ provider, givenBack, charged }: ConversationFacts, isLive: boolean): string[] {
  if (provider === null) return isLive || charged === 0 ? [] : ['The voice provider has not reported its own figure.']
  const figure = `The voice provider measured ${formatDuration(provider)}.`
  if (givenBack === 0) return [figure]
  return [figure, `That is less than we charged, so ${formatDuration(givenBack)} went back automatically.`]
}
