/** The sound formats that a request can name, and the ones that the offline voices can be encoded in. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createMp3Encoder } from 'wasm-media-encoders'
import { resample } from './resample.ts'
import { sampleRateHz } from './speech.ts'

/** Every format of the provider's contract; PCM has no header. */
export const outputFormats = [
  ...(['mp3_22050_32', 'mp3_24000_48', 'mp3_44100_32', 'mp3_44100_64', 'mp3_44100_96', 'mp3_44100_128'] as const),
  ...(['mp3_44100_192', 'pcm_8000', 'pcm_16000', 'pcm_22050', 'pcm_24000', 'pcm_32000', 'pcm_44100'] as const),
  ...(['pcm_48000', 'opus_48000_32', 'opus_48000_64', 'opus_48000_96', 'opus_48000_128', 'opus_48000_192'] as const),
  ...(['wav_8000', 'wav_16000', 'wav_22050', 'wav_24000', 'wav_32000', 'wav_44100', 'wav_48000'] as const),
  ...(['ulaw_8000', 'alaw_8000'] as const),
]
export type OutputFormat = (typeof outputFormats)[number]

interface EncodedSound {
  type: string
  bytes: Buffer
}

/** Returns whether sound can be given in a format; the others are refused as by a plan that lacks them. */
export function canEncode(format: OutputFormat): boolean {
  return format.startsWith('mp3_') || format.startsWith('pcm_')
}

/** Returns 16-bit sound at the stand-in's own rate in the format that a request names. */
export async function encode(pcm: Int16Array, format: OutputFormat): Promise<EncodedSound> {
  const [kind, rateHz = 0, kbps = 0] = format.split('_').map((part, place) => (place === 0 ? part : Number(part)))
  const samples = resample(pcm, sampleRateHz, Number(rateHz))
  if (kind === 'mp3') return { type: 'audio/mpeg', bytes: await encodeMp3(samples, Number(rateHz), Number(kbps)) }
  const bytes = Int16Array.from(samples, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))))
  return { type: 'audio/pcm', bytes: Buffer.from(bytes.buffer) }
}

async function encodeMp3(samples: Float32Array, rateHz: number, kbps: number): Promise<Buffer> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: rateHz, channels: 1, bitrate: kbps as 64, outputSampleRate: rateHz as 44_100 })
  const parts: Buffer[] = []
  for (let at = 0; at < samples.length; at += rateHz) {
    parts.push(Buffer.from(encoder.encode([samples.subarray(at, at + rateHz)])))
    // Conversations on the same thread send their sound every 50 ms; a second of sound takes 10 ms to encode.
    await nextTurn()
  }
  parts.push(Buffer.from(encoder.finalize()))
  return Buffer.concat(parts)
}
