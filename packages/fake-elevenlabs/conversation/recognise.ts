/**
 * Words of one turn, or null when they cannot be made out; sound is 16 kHz mono, `topics` is what the agent can talk
 * about.
 */
export type Recognise = (samples: Int16Array, topics: string[]) => Promise<string | null>
