/** Whose timeline it is. */
export type Whose = { kind: 'user'; id: string } | { kind: 'organization'; id: number }
