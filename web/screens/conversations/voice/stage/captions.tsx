import { useLayoutEffect, useMemo, useRef } from 'react'
import { classes } from '#web/kit/classes.ts'
import type { SoundLevels } from '#web/voice/conversation-state.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import type { TranscriptLine } from '#web/voice/transcript.ts'

interface Props {
  lines: readonly TranscriptLine[]
  agentName: string
  conversation: Conversation
}

/**
 * The last two lines (S087, D90): the newest large, word by word as it is spoken, and the one before it above. Screen
 * readers can navigate them but do not announce them, since that would talk over the agent.
 */
export function Captions({ lines, agentName, conversation }: Props) {
  const shown = lines.slice(-2)
  return (
    <div
      role="log"
      aria-live="off"
      aria-label="Transcript"
      className="flex min-h-32 w-full max-w-[23.375rem] flex-col gap-2 text-center break-words"
    >
      {shown.map((line, index) => (
        <div key={line.id}>
          <span className="sr-only">{line.role === 'user' ? 'You' : agentName}</span>
          {index < shown.length - 1 ? (
            <EarlierLine line={line} />
          ) : line.role === 'agent' ? (
            <SpokenLine key={line.text} line={line} conversation={conversation} />
          ) : (
            <OwnLine line={line} />
          )}
        </div>
      ))}
    </div>
  )
}

/** The end of the line before the newest. */
function EarlierLine({ line }: { line: TranscriptLine }) {
  return (
    <div className="flex max-h-12 flex-col justify-end overflow-hidden">
      <p className="text-lg text-night-muted">{line.text}</p>
    </div>
  )
}

const largeText = 'text-[1.375rem]/[1.875rem] text-pretty'
const threeLines = 'h-[5.625rem] overflow-hidden'

/** What the person said last, until the agent answers. */
function OwnLine({ line }: { line: TranscriptLine }) {
  return (
    <div className={classes('flex flex-col justify-end', threeLines, 'h-auto max-h-[5.625rem]')}>
      <p className={classes(largeText, 'text-night-muted')}>{line.text}</p>
    </div>
  )
}

function SpokenLine({ line, conversation }: { line: TranscriptLine; conversation: Conversation }) {
  const text = useRef<HTMLParagraphElement>(null)
  const caption = useMemo(() => captionWords(line.text), [line.text])
  useLayoutEffect(() => {
    if (!text.current) return
    return followSpeech(text.current, caption, line, () => conversation.levels)
  }, [caption, line, conversation])
  return (
    <div className={threeLines}>
      <p ref={text} className={classes('relative', largeText, 'transition-transform duration-dialog')}>
        {caption.words.map(({ text: word, from }) => (
          <span key={from} data-word className="opacity-0 transition-opacity duration-menu data-heard:opacity-100">
            {word}
          </span>
        ))}
      </p>
    </div>
  )
}

const stepMs = 50

/** A response without sound, for instance because the speaker is blocked, is shown whole after this. */
const soundlessMs = 4000

/**
 * Shows the words of a caption as they are heard, and scrolls to the line that is being spoken. Works on the elements
 * themselves, because a render per word would cost a slow phone its frames.
 * @param text the words, one element each
 * @returns a function that stops it
 */
function followSpeech(
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

/** How long speech takes, in characters: pauses count like characters. */
const wordGap = 1
const shortPause = 4
const longPause = 9

/** The usual pace of a voice, used until a whole response has arrived. */
const characterMs = 1000 / 14

export interface CaptionWord {
  /** The word with the space before it. */
  text: string
  /** Characters and pauses before it. */
  from: number
}

export interface CaptionWords {
  words: readonly CaptionWord[]
  /** Characters and pauses of the whole text. */
  weight: number
}

/** Splits a text into words, each with its place in the time that speaking takes. */
export function captionWords(text: string): CaptionWords {
  let weight = 0
  const words = text
    .trim()
    .split(/\s+/)
    .map((word, index) => {
      const from = weight
      weight += word.length + wordGap + pauseAfter(word)
      return { text: index === 0 ? word : ` ${word}`, from }
    })
  return { words, weight }
}

function pauseAfter(word: string): number {
  if (/[.!?…]["')\]]*$/.test(word)) return longPause
  return /[,;:–]$/.test(word) ? shortPause : 0
}

/**
 * Returns how many words have been heard. The provider sends no time per word, so the sound that has arrived is spread
 * over the text; the last words follow the sound exactly.
 */
export function heardCount(
  { words, weight }: CaptionWords,
  { heardMs, arrivedMs, isWhole }: Pick<SoundLevels, 'heardMs' | 'arrivedMs' | 'isWhole'>,
): number {
  if (isWhole && heardMs >= arrivedMs) return words.length
  const totalMs = isWhole ? arrivedMs : Math.max(arrivedMs, weight * characterMs)
  const reached = (heardMs / totalMs) * weight
  return words.filter(({ from }) => from < reached).length
}
