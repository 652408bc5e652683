import { Copy } from 'lucide-react'
import { showFailure } from '#web/client/failure.ts'
import { dashboardFailures, dashboardSuccesses } from './toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'

/** The organization's id with a button that copies it (S381). */
export function CopyId({ id }: { id: number }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(String(id))
      showToast(dashboardSuccesses.copied)
    } catch {
      showFailure(dashboardFailures.copyId)
    }
  }
  return (
    <span className="inline-flex items-center gap-1 text-muted">
      <span>
        ID <span className="tabular">{id}</span>
      </span>
      <Button
        variant="ghost"
        size="dense"
        icon={<Copy aria-hidden className="size-4" />}
        aria-label="Copy organization ID"
        onClick={() => void copy()}
      >
        Copy
      </Button>
    </span>
  )
}
