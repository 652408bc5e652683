import type { SoundLevels } from '#web/voice/conversation-state.ts'
import type { TranscriptLine } from '#web/voice/words/transcript.ts'
import { type CaptionWords, heardCount } from './caption-words.ts'

const stepMs = 50

/** A response without sound, for instance because the speaker is blocked, is shown whole after this. */
const soundlessMs = 4000

/**
 * Shows the words of a caption as they are heard, and scrolls to the line that is being spoken. Works on the elements
 * themselves, because a render per word would cost a slow phone its frames.
 * @param text the words, one element each
 * @returns a function that stops it
 */
export function followSpeech(
  text: HTMLElement,
  caption: CaptionWords,
  line: TranscriptLine,
  levels: () => Readonly<SoundLevels>,
): () => void {
  const words = [...text.querySelectorAll<HTMLElement>('[data-word]')]
  const since = performance.now()
  let shown = 0

  function step(): void {
    const count = countOf(line, caption, levels(), performance.now() - since)
    for (; shown < count; shown++) words[shown]?.setAttribute('data-heard', '')
    if (count > 0) scrollTo(text, words[count - 1])
    if (shown >= words.length) clearInterval(timer)
  }

  const timer = setInterval(step, stepMs)
  step()
  return () => clearInterval(timer)
}

function countOf(
  { eventId, isCorrected }: TranscriptLine,
  caption: CaptionWords,
  levels: Readonly<SoundLevels>,
  waitedMs: number,
): number {
  const all = caption.words.length
  if (eventId === undefined || isCorrected) return all
  const { heardEventId } = levels
  if (heardEventId === eventId) return heardCount(caption, levels)
  if (heardEventId !== null && heardEventId > eventId) return all
  return waitedMs > soundlessMs && levels.agent === 0 ? all : 0
}

/** Moves the text up until the word's line is the last one in view. */
function scrollTo(text: HTMLElement, word: HTMLElement | undefined): void {
  const view = text.parentElement
  if (!word || !view) return
  const above = Math.max(0, word.offsetTop + word.offsetHeight - view.clientHeight)
  text.style.transform = `translateY(${-above}px)`
}
