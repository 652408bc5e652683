import { useLocation } from 'wouter'
import { PageSkeleton, type SkeletonKind } from '#web/screens/frame/page-skeleton.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'

/** A screen whose code or whose viewer is not known yet. */
export function Arriving() {
  const [path] = useLocation()
  const kind = hasOwnFrame(path) ? null : skeletonAt(path)
  return kind ? <PageSkeleton kind={kind} /> : <PageSpinner />
}

/** Returns whether a path is of an organization's own app, which has its own header and footer. */
export function hasOwnFrame(path: string): boolean {
  return /^\/o\/[^/]+(\/agents)?\/?$/.test(path)
}

/** The first pattern that fits a path decides; every other page looks like a form. */
const kinds: readonly [RegExp, SkeletonKind][] = [
  [/^\/(login|register|forgot-password|reset-password|verify-email|mails\/stop|next-steps\/done)$/, 'entry'],
  [/^\/(marketplace|agents(\/.+)?)$/, 'cards'],
  [/^\/(organization-dashboard|organizations|admin)$/, 'dashboard'],
  [/^\/(dashboard|messages|account|admin|invitations|profile|checkout|subscribe)\b/, 'list'],
]

/** Returns the skeleton that resembles the page of a path; null where a spinner shows: at home, which leads elsewhere (D213). */
export function skeletonAt(path: string): SkeletonKind | null {
  if (path === '/') return null
  const bare = path.replace(/(.)\/$/, '$1')
  return kinds.find(([pattern]) => pattern.test(bare))?.[1] ?? 'form'
}
