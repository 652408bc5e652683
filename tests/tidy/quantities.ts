import type { SourceFile } from './source-files.ts'

/** Finds amounts, times and dates that are written without the formatters of `contract/`. */

/** Why a file may format a figure itself; every entry is needed. */
export const allowed: Record<string, string> = {
  'contract/amounts.ts': 'the formatters of amounts, money and durations',
  'contract/dates.ts': 'the formatters of dates',
  'contract/billing/receipts.ts': 'a receipt number is a name',
  'web/screens/billing/paying/card-name.ts': 'the expiry as it is printed on the card',
  'contract/identity/time-zone.ts': 'checks the name of a time zone',
  'server/conversations/talk-time.ts': 'finds the calendar day in a time zone',
  'server/results/next-steps/due-steps.ts': 'finds the hour in a time zone',
  'server/audit.ts': 'aligns columns in a terminal',
  'server/kernel/session.ts': 'intervals in SQL',
  'server/conversations/gateway/limits.ts': 'a sentence for the agent, who speaks it',
  'web/screens/conversations/voice/room/pill.tsx': 'a figure in CSS',
  'web/screens/conversations/voice/left-words.ts': 'warnings in words, which a screen reader speaks',
  'web/screens/conversations/voice/stage/level-bar.tsx': 'a figure in CSS',
  'web/screens/conversations/voice/stage/ring-loop.ts': 'figures in CSS',
  'web/screens/conversations/voice/check/microphone.tsx': 'a figure in CSS',
  'web/screens/visitors/status/day-words.ts': 'outages in whole minutes, as a sentence says them',
  'web/screens/visitors/landing/rays.ts': 'coordinates in a drawing',
}

const unit = String.raw`(?:\s|&nbsp;|\{' '\})*(?:minutes?|mins?|credits?|seconds?|secs?|s|hours?|h)\b`

const patterns = [
  /\.to(Fixed|Precision|Locale\w*String)\(/,
  /\bIntl\.(Number|DateTime|RelativeTime|Duration)Format\b/,
  /\.padStart\(/,
  // A figure with its unit written after it: `minutesText` and `formatDuration` write both.
  new RegExp(String.raw`\bformat(?:Minutes|Duration|Count)\([^\`\n]*\)\}${unit}`),
  new RegExp(String.raw`\{[\w.]*(?:[mM]inutes|[cC]redits|[sS]econds|[mM]s / 1000)\)?\}${unit}`),
  new RegExp(String.raw`/ (?:60|1000|60_000)\)*\}${unit}`),
  // Minutes and seconds by hand.
  /% 60\)*\}/,
]

/** Returns what a file formats by itself; nothing for a file that may. */
export function formatsItself({ name, text }: SourceFile): string[] {
  return name in allowed ? [] : ownFormats(text)
}

/** Returns what a text formats by itself. */
export function ownFormats(text: string): string[] {
  return patterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])
}

/** Returns whether a file belongs to the product, whose texts people read. */
export function isProduct(name: string): boolean {
  return /^(web|server|contract)\//.test(name) && !/\.test\.tsx?$/.test(name)
}
