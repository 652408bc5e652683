/**
 * Creates packages/fake-elevenlabs/testing/question.wav: a spoken question and a long silence, 48 kHz mono 16-bit, to
 * be looped as the browser's fake microphone. Run it with Node 24 after changing the question.
 */
import { writeFileSync } from 'node:fs'
import { Speech } from '@luna/fake-elevenlabs/speech/speech.ts'

const question = 'Hello. What can you help me with?'
const wholeLengthS = 7.1
const leadInS = 0.3
const rateHz = 48_000
const factor = 3
const tapsPerSide = 16

const speech = new Speech()
const pcm = await speech.say(question, { voice: 'rms', slowness: 1 })
await speech.close()
const source = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2)

/** Returns the value between the samples of `source` at a fractional position, by windowed sinc. */
function sampleAt(position) {
  let sum = 0
  const nearest = Math.floor(position)
  for (let index = nearest - tapsPerSide + 1; index <= nearest + tapsPerSide; index += 1) {
    const distance = position - index
    const sinc = distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance)
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / tapsPerSide)
    sum += (source[index] ?? 0) * sinc * window
  }
  return Math.max(-32_768, Math.min(32_767, Math.round(sum)))
}

const samples = Buffer.alloc(2 * Math.round(wholeLengthS * rateHz))
const start = leadInS * rateHz
for (let index = 0; index < source.length * factor; index += 1) {
  samples.writeInt16LE(sampleAt(index / factor), 2 * (start + index))
}

const header = Buffer.alloc(44)
header.write('RIFF', 0)
header.writeUInt32LE(36 + samples.length, 4)
header.write('WAVEfmt ', 8)
header.writeUInt32LE(16, 16)
header.writeUInt16LE(1, 20)
header.writeUInt16LE(1, 22)
header.writeUInt32LE(rateHz, 24)
header.writeUInt32LE(rateHz * 2, 28)
header.writeUInt16LE(2, 32)
header.writeUInt16LE(16, 34)
header.write('data', 36)
header.writeUInt32LE(samples.length, 40)
writeFileSync(
  new URL('../packages/fake-elevenlabs/testing/question.wav', import.meta.url),
  Buffer.concat([header, samples]),
)
console.log(`question.wav: ${(source.length / 16_000).toFixed(2)} s of speech in ${wholeLengthS} s`)
