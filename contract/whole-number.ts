import * as z from 'zod/mini'

/** Returns a schema for a whole number from `least` to `most`, with one message for anything else. */
export function wholeNumber(least: number, most: number, error: string) {
  return z.int({ error }).check(z.minimum(least, { error }), z.maximum(most, { error }))
}
