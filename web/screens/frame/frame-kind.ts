import type { Viewer } from './header/viewer.ts'

/**
 * How much surrounds a screen: header, footer and phone bar; the header alone; or a header without ways to leave
 * (D173).
 */
export type FrameKind = 'whole' | 'header' | 'focused'

/** Where anyone registers and pays. */
const registering = /^\/(register|organization-(signup|checkout|success|register.*))\/?$/
/** Where signed-in people pay; a visitor sees the landing page there. */
const paying = /^\/(checkout|subscribe|payment-return)\/?$/
const signingIn = /^\/(login|(forgot|reset)-password|join\/.+)\/?$/

/** Returns what surrounds the screen of a path for this viewer. */
export function frameKind({ path, user }: Pick<Viewer, 'path' | 'user'>): FrameKind {
  if (registering.test(path) || (user && paying.test(path))) return 'focused'
  return signingIn.test(path) ? 'header' : 'whole'
}
