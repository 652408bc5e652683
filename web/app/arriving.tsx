import { useLocation } from 'wouter'
import { PageSkeleton } from '#web/screens/frame/page-skeleton.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { hasOwnFrame } from './own-frame.ts'
import { skeletonAt } from './skeletons.ts'

/** A screen whose code or whose viewer is not known yet. */
export function Arriving() {
  const [path] = useLocation()
  const kind = hasOwnFrame(path) ? null : skeletonAt(path)
  return kind ? <PageSkeleton kind={kind} /> : <PageSpinner />
}
