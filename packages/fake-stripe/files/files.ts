import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { accepts, integer, text } from '../calls/params.ts'
import { invalidRequest } from '../calls/faults.ts'
import { route, type Route } from '../calls/routes.ts'
import { newId } from '../account/sandbox.ts'

const typeNames: Record<string, string> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' }
const LARGEST_BYTES = 5_000_000

/** Uploaded files; of their contents only the size stays. */
export const fileRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/files',
    params: accepts<Stripe.FileCreateParams>()({
      purpose: z.literal('dispute_evidence'),
      file: z.strictObject({ name: text, type: text, size: integer }),
    }),
    handle({ sandbox, params: { purpose, file } }) {
      const type = typeNames[file.type]
      if (type === undefined) throw invalidRequest(`Invalid file type: ${file.type}`, undefined, 'file')
      if (file.size > LARGEST_BYTES) throw invalidRequest('The file is larger than 5 MB.', undefined, 'file')
      const made: Stripe.File = {
        id: newId('file'),
        object: 'file',
        created: sandbox.now(),
        expires_at: null,
        filename: file.name,
        links: null,
        purpose,
        size: file.size,
        title: null,
        type,
        url: null,
      }
      sandbox.save(made)
      return made
    },
  }),
  route({
    method: 'GET',
    path: '/v1/files/:id',
    params: accepts<Stripe.FileRetrieveParams>()({}),
    handle: ({ sandbox, id }) => sandbox.need('file', id),
  }),
]
