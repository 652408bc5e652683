import { formatDay } from '#contract/dates.ts'
import type { Recap } from './use-recap.ts'

/** Returns a recap as plain text, for copying. */
export function recapText({ proposals, sources, summary, title }: Recap): string {
  const steps = proposals
    .filter(({ state }) => state !== 'dismissed')
    .map((step) => `- ${step.title}${step.dueOn === null ? '' : ` (by ${formatDay(step.dueOn)})`}`)
  const titles = [...new Set(sources.map((source) => source.title))]
  return [
    title,
    summary,
    steps.length > 0 ? ['Next steps:', ...steps].join('\n') : null,
    titles.length > 0 ? `Read for the answers: ${titles.join(', ')}` : null,
  ]
    .filter((part) => part !== null)
    .join('\n\n')
    .concat('\n')
}
