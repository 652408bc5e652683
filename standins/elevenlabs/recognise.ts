/** The place where words are read from sound. */

/**
 * Words of one turn, or null when they cannot be made out; sound is 16 kHz mono.
 *
 * This stage has no recogniser, so `recogniseNothing` is what the stand-in uses and the agent says so.
 */
export type Recognise = (samples: Int16Array) => Promise<string | null>

export const recogniseNothing: Recognise = () => Promise.resolve(null)
