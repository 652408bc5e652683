import type { AdminPaymentPage } from '#contract/admin/payments.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Banner } from '#web/kit/banner.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { findingNames } from './finding-words.ts'

/** An open finding on the page of its payment. */
export function FindingNotice({ finding: { kind, details } }: { finding: AdminPaymentPage['findings'][number] }) {
  const { label, toDo } = findingNames[kind]
  return (
    <Banner
      tone="warning"
      title={label}
      actions={
        <LinkButton href={paths.adminPayments({ tab: 'findings' })} variant="secondary" size="dense">
          See Findings
        </LinkButton>
      }
    >
      {details}. {toDo}
    </Banner>
  )
}
