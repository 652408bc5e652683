import { defaultPlaybackRateHz } from '../constants.ts'

const notesHz = [523, 659, 784]
const noteMs = 350
const loudness = 0.25

/** Returns three rising notes for testing a speaker: 16-bit samples at 16 kHz. */
export function makeTestTone(): Int16Array<ArrayBuffer> {
  const perNote = (noteMs / 1000) * defaultPlaybackRateHz
  return Int16Array.from({ length: notesHz.length * perNote }, (_, at) => {
    const inNote = at % perNote
    const frequency = notesHz[Math.floor(at / perNote)] ?? 0
    // Fades each note in and out, so that none begins or ends with a click.
    const swell = Math.sin((Math.PI * inNote) / perNote)
    return Math.round(32_767 * loudness * swell * Math.sin((2 * Math.PI * frequency * inNote) / defaultPlaybackRateHz))
  })
}
