/** What a prompt says about the person and the day, which a language model would simply know. */

export interface PromptNotes {
  /** Notes about the person from earlier conversations. */
  notes: string[]
  /** The person's open next steps. */
  openSteps: string[]
  /** The day, as `YYYY-MM-DD`; null when the prompt does not say. */
  today: string | null
}

const fenced = /<<([\s\S]*?)>>/
const day = /\btoday is (?:\w+, )?(\d{4}-\d{2}-\d{2})\b/i
const step = /^open next step: (.+)$/i

/** Reads the lines between `<<` and `>>`, of which those that begin with `Open next step:` are steps, and the day. */
export function readPromptNotes(prompt: string): PromptNotes {
  const lines = (fenced.exec(prompt)?.[1] ?? '')
    .split('\n')
    .map((line) => line.replace(/^\s*[-*•]\s*/, '').trim())
    .filter(Boolean)
  const openSteps = lines.flatMap((line) => step.exec(line)?.[1] ?? [])
  return { notes: lines.filter((line) => !step.test(line)), openSteps, today: day.exec(prompt)?.[1] ?? null }
}
