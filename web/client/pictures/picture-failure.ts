import { ApiError } from '../api-error.ts'
import type { Failure } from '../failure.ts'
import { failures } from '../toasts.ts'

/** Returns the error catalogue's failure for a rejected picture; `other` for everything else. */
export function pictureFailure(error: unknown, other: Failure): Failure {
  if (!(error instanceof ApiError)) return other
  if (error.status === 413) return failures.photoTooLarge
  return error.code === 'wrong_image_type' ? failures.photoType : other
}
