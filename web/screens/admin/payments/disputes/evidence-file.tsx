import { useRef, type ChangeEvent } from 'react'
import { addEvidenceFile, evidenceLimits, type DisputePage } from '#contract/admin/disputes.ts'
import { useCall } from '#web/client/api.ts'
import { showFailure } from '#web/client/failure.ts'
import { Button } from '#web/kit/button.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { paymentFailures, paymentSuccesses } from '../toasts.ts'
import { changedByEvidence, useShownDispute } from './use-shown-dispute.ts'

const types = ['application/pdf', 'image/jpeg', 'image/png']

/** One file beside the texts; a new one replaces it. It goes to Stripe, and Luna keeps no copy. */
export function EvidenceFile({ dispute: { id, file } }: { dispute: DisputePage }) {
  const input = useRef<HTMLInputElement>(null)
  const { show } = useShownDispute(id)
  const add = useCall(addEvidenceFile, {
    changes: changedByEvidence,
    failed: paymentFailures.file,
    done: (answer) => {
      show(answer)
      showToast({
        ...paymentSuccesses.fileAdded,
        description: `${answer.file?.name ?? 'The file'} is part of the draft.`,
      })
    },
  })

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [chosen] = event.target.files ?? []
    // Lets the same file be chosen again.
    event.target.value = ''
    if (!chosen) return
    if (chosen.size > evidenceLimits.fileBytes) return showFailure(paymentFailures.largeFile)
    add.mutate({ params: { id }, body: { file: chosen } })
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <p className="font-medium">File</p>
      {file && <p className="wrap-anywhere">{file.name}</p>}
      <input
        ref={input}
        type="file"
        accept={types.join()}
        aria-label="File"
        tabIndex={-1}
        disabled={add.isPending}
        onChange={choose}
        className="sr-only"
      />
      <Button
        variant="secondary"
        pending={add.isPending}
        pendingText="Uploading…"
        onClick={() => input.current?.click()}
      >
        {file ? 'Replace File' : 'Add File'}
      </Button>
      <p className="text-sm text-muted">PDF, JPG or PNG, up to 4.5 MB. It is sent to Stripe, and Luna keeps no copy.</p>
    </div>
  )
}
