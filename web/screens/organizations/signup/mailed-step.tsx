import { MailCheck } from 'lucide-react'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { OtherWays } from './other-ways.tsx'

/** Replaces step 2; the words are the same with and without an invitation (D110). */
export function MailedStep({ message, onBack }: { message: string; onBack: () => void }) {
  return (
    <Page title="Check Your Email" width="form">
      <Card>
        <p className="flex gap-3 text-lg">
          <MailCheck aria-hidden className="mt-1 size-5 shrink-0 text-accent-text" />
          {message}
        </p>
        <Button variant="secondary" size="touch" wide className="mt-6" onClick={onBack}>
          Back
        </Button>
      </Card>
      <OtherWays inviteToken={undefined} />
    </Page>
  )
}
