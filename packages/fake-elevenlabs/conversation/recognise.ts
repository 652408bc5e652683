/**
 * Returns the words of one turn; null when they cannot be recognized. The sound is 16 kHz mono; `topics` is what the
 * agent can talk about.
 */
export type Recognise = (samples: Int16Array, topics: string[]) => Promise<string | null>
