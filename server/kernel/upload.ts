import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { imageLimits, imageTooLargeText } from '#contract/images/images.ts'
import { Problem } from './problem.ts'

/** The other fields of a form besides its file, in characters: an agent with its prompt. */
const maxTextBytes = 200_000

const maxRawBytes = 1024 * 1024

const formType = /^multipart\/form-data\b/i

/** The largest file of a form, in bytes, and what is said to a larger one. */
type LargestFile = Call['largestFile']

const picture = { bytes: imageLimits.maxBytes, refusal: imageTooLargeText }

/** Allows the calls of this part of the app one file in a form (multipart), and nothing else. */
export async function takeForms(app: FastifyInstance, largest: LargestFile = picture): Promise<void> {
  app.removeAllContentTypeParsers()
  await app.register(multipart, { limits: { fileSize: largest.bytes, files: 1, fields: 0, parts: 1 } })
  app.addHook('preParsing', async (request) => {
    if (isForm(request)) return
    throw new Problem(415, 'wrong_type', 'Please send a form with a file (content type multipart/form-data).')
  })
}

/** Allows the calls of this part of the app a form with one file and some texts, besides JSON. */
export async function takeFormsToo(app: FastifyInstance, largest: LargestFile = picture): Promise<void> {
  const limits = { fileSize: largest.bytes, fieldSize: maxTextBytes, files: 1, fields: 4, parts: 5 }
  await app.register(multipart, { limits })
}

export function isForm(request: FastifyRequest): boolean {
  return formType.test(request.headers['content-type'] ?? '')
}

/** Returns a form as a call's body, by the names of its fields: its file, and its texts parsed as JSON. */
export async function readForm(
  request: FastifyRequest,
  { refusal }: NonNullable<LargestFile> = picture,
): Promise<Record<string, unknown>> {
  const form: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw new Problem(413, 'too_large', 'This form is too large.')
        form[part.fieldname] = JSON.parse(String(part.value))
        continue
      }
      const bytes = await part.toBuffer()
      // A file above the limit may also be cut without an error.
      if (part.file.truncated) throw tooLarge(refusal)
      form[part.fieldname] = new File([new Uint8Array(bytes)], part.filename, { type: part.mimetype })
    }
  } catch (error) {
    throw toRefusal(error, refusal)
  }
  return form
}

/** A malformed form is the client's fault. */
function toRefusal(error: unknown, refusal: string): Problem {
  if (error instanceof Problem) return error
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'
  return isTooLarge ? tooLarge(refusal) : new Problem(400, 'bad_request', 'We could not read this form.')
}

function tooLarge(refusal: string): Problem {
  return new Problem(413, 'too_large', refusal)
}

/** Passes bodies of any type on unparsed, up to 1 MB unless a route allows more: signatures cover raw bytes. */
export function takeRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxRawBytes }, (_request, body, done) =>
    done(null, body),
  )
}
