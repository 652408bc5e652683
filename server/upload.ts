import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { imageLimits, imageTooLargeText } from '#contract/images.ts'
import { Problem } from './problem.ts'

/** Lets the calls of this part of the app take one file in a form (multipart), and nothing else. */
export async function takeForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  await app.register(multipart, { limits: { fileSize: imageLimits.maxBytes, files: 1, fields: 0, parts: 1 } })
  app.addHook('preParsing', async (request) => {
    if (/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) return
    throw new Problem(415, 'wrong_type', 'Please send a form with a file (content type multipart/form-data).')
  })
}

/** The form's one file under the name of its field, as a call's body. */
export async function readForm(request: FastifyRequest): Promise<Record<string, File>> {
  const form: Record<string, File> = {}
  try {
    for await (const part of request.files()) {
      const bytes = await part.toBuffer()
      // One that is over the limit may also be cut without an error.
      if (part.file.truncated) throw tooLarge()
      form[part.fieldname] = new File([new Uint8Array(bytes)], part.filename, { type: part.mimetype })
    }
  } catch (error) {
    throw toRefusal(error)
  }
  return form
}

/** What is wrong with a form is the fault of who sent it. */
function toRefusal(error: unknown): Problem {
  if (error instanceof Problem) return error
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'
  return isTooLarge ? tooLarge() : new Problem(400, 'bad_request', 'This form cannot be read.')
}

function tooLarge(): Problem {
  return new Problem(413, 'too_large', imageTooLargeText)
}
