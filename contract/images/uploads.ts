import * as z from 'zod/mini'
import { call } from '../call.ts'
import { imageErrors, imageField } from './images.ts'

export const uploadImage = call('POST /api/upload', {
  who: 'person',
  summary:
    'Uploads a JPG or PNG, for admins of the platform or an organization; the type is detected from its contents (D151).',
  body: z.object({ image: imageField }),
  answer: z.object({
    url: z.string(),
    /** The same picture as a data URL. */
    imageData: z.string(),
  }),
  status: 201,
  done: ['Image uploaded successfully'],
  errors: { ...imageErrors, too_many_attempts: [429, 'Too many uploads. Please try again later.'] },
})
