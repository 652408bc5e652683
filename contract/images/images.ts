import * as z from 'zod/mini'

/** The limits for uploaded pictures (D151). */
export const imageLimits = { maxBytes: 5 * 1024 * 1024, maxSidePixels: 4096 }

/** A picture in a form; the server detects its real type from its contents. */
export const imageField = z.file({ error: 'Please select an image' })

/** The refusals of every call that takes a picture; a file that is too large gets a 413 before it is read. */
export const imageErrors = {
  wrong_image_type: [400, 'Please select a JPG, JPEG, or PNG image'],
  image_too_wide: [400, 'Please select an image of at most 4,096 pixels per side'],
  broken_image: [400, 'This image is damaged. Please select another one.'],
} as const

export const imageTooLargeText = 'Please select an image under 5MB'
