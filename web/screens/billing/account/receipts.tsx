import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { History } from './history.tsx'

/** /account/receipts: payments and refunds, also for people without access (D43, D178). */
export default function Receipts() {
  return (
    <Page
      title="Payments and Receipts"
      description="All your payments and refunds. You can see them even without access."
      above={<ParentLink href={paths.account()} name="Account" />}
    >
      <History hrefOf={(page) => paths.receipts({ page })} />
    </Page>
  )
}
