import type { LineOf } from '#contract/admin/timeline.ts'
import { formatDuration } from '#contract/amounts.ts'

/** What a support person reads about a line of the minutes ledger. */

type Minutes = LineOf<'minutes'>

/** Returns the name of a change of the balance. */
export function nameMinutes({ entry, agentName }: Pick<Minutes, 'entry' | 'agentName'>): string {
  const withAgent = agentName ? ` with ${agentName}` : ''
  const names: Record<Minutes['entry'], string> = {
    usage: `Minutes of the conversation${withAgent}`,
    talk_credit: `Time given back for the conversation${withAgent}`,
    unlock: agentName ? `Unlocked ${agentName}` : 'Unlocked an agent',
    purchase: 'Purchased minutes',
    bonus: 'First-package bonus',
    referral: 'Invitation reward',
    adjustment: 'Correction by the team',
    monthly_grant: 'Minutes of the month',
    monthly_lapse: 'Unused minutes of a month that ended',
    refund: 'Minutes of a refunded payment',
    freeze: 'Minutes of a disputed payment, frozen',
    release: 'Minutes given back',
  }
  return names[entry]
}

/** Returns what caused a change and what it did to the balance, one sentence each. */
export function explainMinutes(line: Minutes): string[] {
  return [
    causeSentence(line),
    ...(line.by ? [`${line.by} made the correction.`] : []),
    ...(line.reason ? [`Reason: “${line.reason}”`] : []),
    ...bucketSentences(line),
    balanceSentence(line.balanceBefore, line.balanceAfter),
  ]
}

/** Returns the balance before and after. */
export function balanceSentence(before: number, after: number): string {
  if (before === after) return `The balance stayed at ${formatDuration(after)}.`
  return `The balance went from ${formatDuration(before)} to ${formatDuration(after)}.`
}

function causeSentence({ entry, change, agentName, receiptNumber }: Minutes): string {
  const time = formatDuration(Math.abs(change))
  const paid = receiptNumber ? ` of receipt ${receiptNumber}` : ''
  const sentences: Record<Minutes['entry'], string> = {
    usage: change === 0 ? 'The conversation was free.' : `The conversation used ${time}.`,
    talk_credit: `${time} went back because the voice provider measured less than was charged.`,
    unlock: `Unlocking ${agentName ?? 'an agent'} took ${time}.`,
    purchase: `A package${paid} gave ${time}.`,
    bonus: `The first package gave ${time} more as a bonus.`,
    referral: `Someone whom this person invited made a first payment, which gave ${time}.`,
    adjustment: change < 0 ? `A correction took ${time}.` : `A correction gave ${time}.`,
    monthly_grant: `A paid month${paid} gave ${time}.`,
    monthly_lapse: `The month ended, and the ${time} left over lapsed.`,
    refund: `A payment was refunded, which took ${time} back.`,
    freeze: `A payment is in dispute, so ${time} was taken or frozen.`,
    release: `${time} came back because a refund or a dispute was undone.`,
  }
  return sentences[entry]
}

function bucketSentences({ change, fromMonth }: Minutes): string[] {
  if (fromMonth === null || change >= 0) return []
  const purchased = Math.abs(change) - fromMonth
  if (purchased === 0) return ['All of it came from the month’s minutes.']
  if (fromMonth === 0) return ['All of it came from purchased minutes.']
  return [
    `${formatDuration(fromMonth)} came from the month’s minutes and ${formatDuration(purchased)} from purchased minutes.`,
  ]
}
