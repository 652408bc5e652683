import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'

/** Below this many bytes a text fits into a packet or two, and compressing it gains nothing. */
const leastBytes = 1024
/** Up to here compressing takes less of the thread than waiting for another one, and never waits behind a password hash. */
const mostBytesOnThread = 64 * 1024

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants
const brotliLater = promisify(zlib.brotliCompress)
const gzipLater = promisify(zlib.gzip)

/** Returns the encoding of an answer, brotli before gzip, by the client's Accept-Encoding; null sends it as it is. */
function encodingFor(accepted = ''): Encoding | null {
  const offers = accepted
    .toLowerCase()
    .split(',')
    .map((offer) => offer.replaceAll(' ', ''))
    .filter((offer) => !/;q=0(\.0*)?$/.test(offer))
    .map((offer) => offer.split(';')[0])
  return (['br', 'gzip'] as const).find((encoding) => offers.includes(encoding)) ?? null
}

/** Compresses in the time of one answer (brotli 4), or as well as possible, for what is kept. */
async function compress(bytes: Buffer, encoding: Encoding, isKept: boolean): Promise<Buffer> {
  const isQuick = !isKept && bytes.length <= mostBytesOnThread
  if (encoding === 'gzip') {
    const options = { level: isKept ? 9 : 6 }
    return isQuick ? zlib.gzipSync(bytes, options) : gzipLater(bytes, options)
  }
  const options = { params: { [BROTLI_PARAM_QUALITY]: isKept ? 11 : 4, [BROTLI_PARAM_SIZE_HINT]: bytes.length } }
  return isQuick ? zlib.brotliCompressSync(bytes, options) : brotliLater(bytes, options)
}

/** A text that many answers send; each of its compressed forms is made once, when the first client accepts it. */
export class PackedText {
  readonly text: string
  #isKept: boolean
  #made = new Map<Encoding, Promise<Buffer>>()

  /** `isKept` compresses it as well as possible, which takes a second per megabyte. */
  constructor(text: string, { isKept }: { isKept: boolean }) {
    this.text = text
    this.#isKept = isKept
  }

  as(encoding: Encoding): Promise<Buffer> {
    const known = this.#made.get(encoding)
    if (known) return known
    const made = compress(Buffer.from(this.text), encoding, this.#isKept)
    this.#made.set(encoding, made)
    return made
  }
}

/** Sends a text compressed as the client accepts it; small ones as they are. The content type is the caller's. */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  packed: PackedText,
): Promise<FastifyReply> {
  reply.header('vary', variesBy(reply, 'accept-encoding'))
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (!encoding || Buffer.byteLength(packed.text) <= leastBytes) return reply.send(packed.text)
  return reply.header('content-encoding', encoding).send(await packed.as(encoding))
}

/** Returns what an answer depends on besides its address, with one more header. */
function variesBy(reply: FastifyReply, name: string): string {
  const others = String(reply.getHeader('vary') ?? '')
  return others ? `${name}, ${others}` : name
}
