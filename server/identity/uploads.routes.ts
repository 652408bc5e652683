import type { FastifyInstance } from 'fastify'
import * as uploads from '#contract/images/uploads.ts'
import { keepUpload } from './uploads.flow.ts'
import { refusals } from '../kernel/problem.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from '../kernel/services.ts'

export function uploadRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, uploads, {
    uploadImage: async ({ person, body, fail }) => {
      const result = await keepUpload(services, person, Buffer.from(await body.image.arrayBuffer()))
      if (result.state === 'forbidden') throw refusals.forbidden()
      if (result.state === 'limited') throw fail('too_many_attempts', result)
      if (result.state !== 'kept') throw fail(result.state, { field: 'image' })
      return { url: result.url, imageData: result.imageData }
    },
  })
}
