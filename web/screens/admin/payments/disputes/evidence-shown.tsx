import type { DisputePage } from '#contract/admin/disputes.ts'
import { Card } from '#web/kit/card.tsx'
import { EmptyLine } from '#web/kit/empty-state.tsx'
import { evidenceFields } from './evidence-fields.ts'

/** The evidence of a dispute that takes none, or that this person may only read. */
export function EvidenceShown({ dispute: { evidence, file, isDraft, submissions } }: { dispute: DisputePage }) {
  if (!isDraft) {
    return (
      <Card title="Evidence">
        <EmptyLine title="No evidence was saved" />
      </Card>
    )
  }
  return (
    <Card
      title="Evidence"
      description={
        submissions > 0 ? 'Submitted to the bank. It can no longer be changed.' : 'Saved, but not submitted.'
      }
    >
      <dl className="flex flex-col gap-4">
        {evidenceFields
          .filter(({ name }) => evidence[name] !== '')
          .map(({ name, label }) => (
            <div key={name}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="mt-0.5 wrap-anywhere whitespace-pre-line tabular">{evidence[name]}</dd>
            </div>
          ))}
        {file && (
          <div>
            <dt className="text-sm text-muted">File</dt>
            <dd className="mt-0.5 wrap-anywhere">{file.name}</dd>
          </div>
        )}
      </dl>
    </Card>
  )
}
