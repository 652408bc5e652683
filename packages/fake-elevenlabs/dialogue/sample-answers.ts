/** The answers that an agent's own prompt holds, and the one that fits what was said. */
import { isSameWord, meaningfulWords, wordsOf } from '../words.ts'

/** One authored answer and the words that trigger it. */
export interface SampleAnswer {
  keywords: string[]
  answer: string
}

/** An authored answer with its fit: keywords that were said, and the share of the person's words that they cover. */
export interface Fit {
  sample: SampleAnswer
  hits: number
  share: number
}

const sampleHeading = /^#+\s*sample answers\s*$/i
const sampleLine = /^-\s*\[([^\]]+)\]\s*:\s*(.+)$/

/**
 * Returns the authored answers of a prompt: the lines `- [keyword, key words]: Answer.` under the heading `## Sample
 * answers`, up to the next heading.
 */
export function readSampleAnswers(prompt: string): SampleAnswer[] {
  const samples: SampleAnswer[] = []
  let inBlock = false
  for (const line of prompt.split('\n').map((text) => text.trim())) {
    if (line.startsWith('#')) inBlock = sampleHeading.test(line)
    const found = inBlock ? sampleLine.exec(line) : null
    if (!found) continue
    const keywords = (found[1] ?? '').split(',').map((keyword) => keyword.trim())
    samples.push({ keywords: keywords.filter(Boolean), answer: (found[2] ?? '').trim() })
  }
  return samples
}

/**
 * Returns the answer whose keywords occur most, null without any. A keyword of several words counts as many; among
 * equals the first wins.
 */
export function bestSample(samples: readonly SampleAnswer[], words: string): Fit | null {
  const heard = wordsOf(words)
  let best: Fit | null = null
  for (const sample of samples) {
    const hits = sample.keywords.reduce((sum, keyword) => sum + hitsOf(wordsOf(keyword), heard), 0)
    if (hits <= (best?.hits ?? 0)) continue
    best = { sample, hits, share: Math.min(1, hits / Math.max(1, meaningfulWords(words).length)) }
  }
  return best
}

function hitsOf(keyword: string[], heard: string[]): number {
  const whole = keyword.length > 0 && keyword.every((part) => heard.some((word) => isSameWord(part, word)))
  return whole ? keyword.length : 0
}
