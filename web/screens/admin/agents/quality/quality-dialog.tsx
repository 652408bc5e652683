import { lazy, Suspense } from 'react'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import type { TaskProps } from '../task.ts'

const Quality = lazy(async () => ({ default: (await import('./quality.tsx')).Quality }))

/** How an agent's conversations were judged, and the versions of its words. */
export function QualityDialog({ agent, onClose, finalFocus }: TaskProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Quality and Versions"
      description={agent.name}
      width="large"
      keepOpenOutside
      finalFocus={finalFocus}
    >
      <Suspense fallback={<LoadingRows what="versions" />}>
        <Quality agentId={agent.id} />
      </Suspense>
    </Dialog>
  )
}
