import { useRef, useState } from 'react'
import { evidence as evidenceSchema, type DisputePage, type Evidence } from '#contract/admin/disputes.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { evidenceFields } from './evidence-fields.ts'
import { EvidenceFile } from './evidence-file.tsx'
import { useEvidence } from './use-evidence.tsx'

/** Writes the evidence: saved as a draft as often as needed, and submitted once. */
export function EvidenceForm({ dispute }: { dispute: DisputePage }) {
  const [asking, setAsking] = useState<Evidence | null>(null)
  const isSubmitting = useRef(false)
  const { shown, version, send, isSaving, question } = useEvidence(dispute)

  async function decide(given: Evidence) {
    if (!isSubmitting.current) return send(given, false)
    isSubmitting.current = false
    setAsking(given)
  }

  return (
    <Card title="Evidence" description="The bank decides based on this.">
      <div className="flex flex-col gap-6">
        {!dispute.isDraft && (
          <Banner>Filled with what Luna knows about this payment. Check it, and add what the bank should know.</Banner>
        )}
        <EvidenceFile dispute={dispute} />
        <Form
          key={version}
          schema={evidenceSchema}
          onSubmit={decide}
          onInvalid={() => (isSubmitting.current = false)}
          aria-label="Evidence"
          className="flex flex-col gap-4"
        >
          <Fields evidence={shown} readOnly={isSaving} />
          <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <SubmitButton variant="secondary" pendingText="Saving…">
              Save Draft
            </SubmitButton>
            <Button type="submit" onClick={() => (isSubmitting.current = true)}>
              Submit to the Bank
            </Button>
          </div>
        </Form>
      </div>
      <SubmitQuestion asking={asking} onClose={() => setAsking(null)} onSubmit={(given) => send(given, true)} />
      {question}
    </Card>
  )
}

interface QuestionProps {
  /** What would be submitted; null while nothing is asked. */
  asking: Evidence | null
  onClose: () => void
  onSubmit: (given: Evidence) => Promise<unknown>
}

/** Asks before evidence is submitted, which works once. */
function SubmitQuestion({ asking, onClose, onSubmit }: QuestionProps) {
  return (
    <ConfirmDialog
      open={asking !== null}
      onClose={onClose}
      title="Submit this evidence?"
      confirmLabel="Submit Evidence"
      keepLabel="Keep Editing"
      tone="primary"
      onConfirm={async () => {
        if (asking) await onSubmit(asking)
        onClose()
      }}
    >
      <p>It goes to the customer’s bank, and it can be submitted only once. You cannot change it afterward.</p>
    </ConfirmDialog>
  )
}

function Fields({ evidence, readOnly }: { evidence: Evidence; readOnly: boolean }) {
  return evidenceFields.map(({ name, label, help, rows }) =>
    rows ? (
      <TextArea key={name} {...{ name, label, help, rows, readOnly }} defaultValue={evidence[name]} />
    ) : (
      <TextField key={name} {...{ name, label, help, readOnly }} autoComplete="off" defaultValue={evidence[name]} />
    ),
  )
}
