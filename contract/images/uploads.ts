import * as z from 'zod/mini'
import { call } from '../call.ts'
import { imageErrors, imageField } from './images.ts'

export const uploadImage = call('POST /api/upload', {
  who: 'person',
  summary: 'Uploads a picture, a JPG or PNG judged by its bytes, for platform admins and organization admins (D151).',
  body: z.object({ image: imageField }),
  answer: z.object({
    url: z.string(),
    /** The same picture as a data address. */
    imageData: z.string(),
  }),
  status: 201,
  errors: { ...imageErrors, too_many_attempts: [429, 'Too many uploads. Please try again later.'] },
})
