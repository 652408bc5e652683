import { useEffect } from 'react'
import { Page } from '#web/screens/frame/page-layout.tsx'
import type { Failure } from '#web/client/failure.ts'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { SupportText } from '#web/kit/support-text.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'

interface Props {
  title: string
  /** Its toast gets the provider's message. */
  failure: Failure
  message: string
  /** What is still in place, and what to do next. */
  advice: string
  backHref: string
  backLabel: string
}

/** Says what the bank or the provider refused, and leads back to where it can be tried again. */
export function Refused({ title, failure, message, advice, backHref, backLabel }: Props) {
  useEffect(() => showToast({ title: failure.title, description: message, tone: 'danger' }), [failure, message])
  return (
    <Page title={title} width="form">
      <Card>
        <p className="text-lg">
          <SupportText>{message}</SupportText>
        </p>
        <p className="mt-2 text-muted">{advice}</p>
        <LinkButton href={backHref} wide size="touch" className="mt-6">
          {backLabel}
        </LinkButton>
      </Card>
    </Page>
  )
}
