import type { FastifyInstance } from 'fastify'
import * as uploads from '#contract/images/uploads.ts'
import { keepUpload } from './uploads.flow.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from '../kernel/services.ts'

export function uploadRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, uploads, {
    uploadImage: async ({ person, body }) => keepUpload(services, person, Buffer.from(await body.image.arrayBuffer())),
  })
}
