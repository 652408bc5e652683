import type { Viewer } from './header/viewer.ts'

/** Where anyone signs in, joins, registers or pays for an organization. */
const entering =
  /^\/(login|(forgot|reset)-password|join\/.+|register|organization-(signup|checkout|success|register.*))\/?$/
/** Where signed-in people pay; a visitor sees the landing page there. */
const paying = /^\/(checkout|subscribe|payment-return)\/?$/

/** Returns whether a screen has no footer, no bar and a header without ways to leave, for this viewer (D173). */
export function isFocused({ path, user }: Pick<Viewer, 'path' | 'user'>): boolean {
  return entering.test(path) || (Boolean(user) && paying.test(path))
}
