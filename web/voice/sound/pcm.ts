/** Signed 16-bit little-endian mono PCM in base64, as both directions of the voice socket carry it. */

/** Functions of newer engines; older ones use the portable code below. */
interface Base64Bytes {
  toBase64?: () => string
}
interface Base64Constructor {
  fromBase64?: (text: string) => Uint8Array<ArrayBuffer>
}

/** Bytes per call of String.fromCharCode: its argument count is limited. */
const chunkBytes = 8192

/** Encodes samples; every engine this runs on is little-endian, as the wire is. */
export function encodePcm(samples: Int16Array): string {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
  const native = (bytes as Base64Bytes).toBase64
  if (native) return native.call(bytes)
  let binary = ''
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    binary += String.fromCharCode(...bytes.subarray(at, at + chunkBytes))
  }
  return btoa(binary)
}

/**
 * Decodes to samples and drops an odd last byte.
 * @throws when the text is not base64
 */
export function decodePcm(text: string): Int16Array<ArrayBuffer> {
  const bytes = decodeBytes(text)
  return new Int16Array(bytes.buffer, 0, bytes.length >> 1)
}

function decodeBytes(text: string): Uint8Array<ArrayBuffer> {
  const native = (Uint8Array as Base64Constructor).fromBase64
  if (native) return native.call(Uint8Array, text)
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** Returns one sample of -1..1 as 16 bit, clipped, full scale on both sides. */
export function toInt16(sample: number): number {
  return Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)
}

/** Returns the rate in the provider's format name, such as `pcm_16000`; null if it is not PCM. */
export function parsePcmRateHz(format: string): number | null {
  const rateHz = Number(/^pcm_(\d{4,6})$/.exec(format)?.[1])
  return Number.isFinite(rateHz) && rateHz >= 8000 && rateHz <= 96_000 ? rateHz : null
}
