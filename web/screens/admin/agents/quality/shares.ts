import { countText, formatCount } from '#contract/amounts.ts'
import { formatShare, sharePercent } from '#contract/shares.ts'
import type { Criterion } from '#contract/agents/quality.ts'
import type { AgentVersion, CriterionCounts } from '#contract/agents/versions.ts'

/** The words for how conversations were judged. */

export const criterionNames: Record<Criterion, string> = {
  goal_met: 'Goal met',
  stayed_in_role: 'Stayed in role',
  no_invented_facts: 'Invented nothing',
}

export interface Share {
  success: number
  /** Conversations that met the criterion or failed it. */
  judged: number
  /** Conversations that allowed no judgement. */
  unknown: number
}

export function shareOf(counts: readonly CriterionCounts[], wanted: Criterion): Share {
  const { success = 0, failure = 0, unknown = 0 } = counts.find(({ criterion }) => criterion === wanted) ?? {}
  return { success, judged: success + failure, unknown }
}

/** Returns whether any conversation was looked at, even if it allowed no judgement. */
export function hasResults(counts: readonly CriterionCounts[]): boolean {
  return counts.some(({ success, failure, unknown }) => success + failure + unknown > 0)
}

/**
 * Returns a share with its numbers: `78%`, `41 of 52`, `41 of 52 conversations`. Null without a judged conversation.
 */
export function shareTexts({ success, judged }: Share): { percent: string; short: string; count: string } | null {
  if (judged === 0) return null
  const met = formatCount(success)
  return {
    percent: formatShare(success, judged),
    short: `${met} of ${formatCount(judged)}`,
    count: `${met} of ${countText(judged, 'conversation')}`,
  }
}

/** Returns how many conversations allowed no judgement: `3 unclear`. Null when there are none. */
export function unclearText({ unknown }: Share): string | null {
  return unknown === 0 ? null : `${formatCount(unknown)} unclear`
}

/** Returns the columns of a plot, oldest version first, of those versions that have a share. */
export function plotColumns(versions: readonly AgentVersion[], criterion: Criterion) {
  return versions.toReversed().flatMap(({ number, counts }) => {
    const share = shareOf(counts, criterion)
    const texts = shareTexts(share)
    if (!texts) return []
    const value = sharePercent(share.success, share.judged)
    return [{ label: `v${number}`, value, valueText: `${texts.percent}, ${texts.count}` }]
  })
}
