/** One answer of the agent: what is said, what is sent, and what was heard so far. */
import { sampleRateHz } from '../speech/speech.ts'

const bytesPerMs = (sampleRateHz * 2) / 1000
/** Sound in one frame. With a frame per `sendEveryMs` it arrives four times faster than it plays. */
const chunkMs = 200
export const sendEveryMs = 50
const longestPiece = 140

/** Returns the parts of a text that are spoken in one go: sentences, with long ones cut after commas. */
export function piecesOf(text: string): string[] {
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)]
  return sentences.flatMap(({ segment }) => (segment.length <= longestPiece ? [segment] : segment.split(/(?<=[,;:] )/)))
}

export class Answer {
  readonly eventId: number
  readonly text: string
  /** Whether the agent hangs up once this has been heard. */
  readonly endsCall: boolean
  private readonly spoken: { text: string; durationMs: number }[] = []
  private readonly unsent: Uint8Array[] = []
  private complete = false
  private sentMs = 0
  private audibleUntilMs = 0

  constructor(eventId: number, text: string, endsCall: boolean) {
    this.eventId = eventId
    this.text = text
    this.endsCall = endsCall
  }

  /** Adds the sound of the next piece of the text. */
  addSound(piece: string, pcm: Uint8Array): void {
    this.spoken.push({ text: piece, durationMs: pcm.length / bytesPerMs })
    for (let at = 0; at < pcm.length; at += chunkMs * bytesPerMs) {
      this.unsent.push(pcm.subarray(at, at + chunkMs * bytesPerMs))
    }
  }

  /** Notes that all of it has been given to `addSound`. */
  markComplete(): void {
    this.complete = true
  }

  /** Returns the next frame's sound, counted as playing from now or from the end of what is playing. */
  takeChunk(nowMs: number): Uint8Array | undefined {
    const chunk = this.unsent.shift()
    if (!chunk) return undefined
    const durationMs = chunk.length / bytesPerMs
    this.sentMs += durationMs
    this.audibleUntilMs = Math.max(this.audibleUntilMs, nowMs) + durationMs
    return chunk
  }

  /** Returns whether something is left to hear or to make. */
  isUnderWay(nowMs: number): boolean {
    return !this.complete || this.unsent.length > 0 || this.audibleUntilMs > nowMs
  }

  /** Returns the words heard by now, whole words only, by the share of each piece that has played. */
  heardText(nowMs: number): string {
    let leftMs = this.sentMs - Math.max(0, this.audibleUntilMs - nowMs)
    let heard = ''
    for (const piece of this.spoken) {
      if (leftMs < piece.durationMs) return (heard + firstWords(piece.text, leftMs / piece.durationMs)).trimEnd()
      heard += piece.text
      leftMs -= piece.durationMs
    }
    return heard.trimEnd()
  }
}

function firstWords(text: string, share: number): string {
  const words = text.match(/\s*\S+/g) ?? []
  return words.slice(0, Math.floor(words.length * share)).join('')
}
