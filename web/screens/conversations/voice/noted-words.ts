import { formatWeekday } from '#contract/dates.ts'
import type { NotedStep } from '#web/voice/conversation-state.ts'

/** Returns `Noted: Call Anna, Fri, Nov 27`. */
export function notedWords({ title, due_on: dueOn }: NotedStep): string {
  return `Noted: ${title}${dueOn === null ? '' : `, ${formatWeekday(dueOn)}`}`
}
