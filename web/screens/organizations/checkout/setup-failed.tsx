import { Page } from '#web/screens/frame/page-layout.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { SupportText } from '#web/kit/support-text.tsx'

interface Props {
  reason: string
  /** The code of the server's refusal. */
  code?: string | undefined
  registrationId?: string
  /** Tries again, where that can help. */
  retry?: { isFetching: boolean; refetch: () => unknown }
}

/** Replaces the checkout when nothing can be paid here; nothing was charged. */
export function SetupFailed({ reason, code, registrationId, retry }: Props) {
  const isPaid = code === 'already_paid' && registrationId !== undefined
  const isFinal = code === 'registration_expired' || code === 'registration_not_found'
  return (
    <Page title={isPaid ? 'Already paid' : 'Payment Setup Failed'} width="form">
      <Card>
        <p className="text-lg">
          <SupportText>{reason}</SupportText>
        </p>
        <p className="mt-2 text-muted">{isPaid ? "You don't need to pay again." : 'Nothing was charged.'}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          {isPaid && (
            <LinkButton href={paths.organizationSuccess({ id: registrationId })}>See Your Organization</LinkButton>
          )}
          {!isPaid && retry && !isFinal && (
            <Button pending={retry.isFetching} pendingText="Trying…" onClick={() => void retry.refetch()}>
              Try Again
            </Button>
          )}
          {!isPaid && (
            <LinkButton href={paths.organizationInfo()} variant={retry && !isFinal ? 'secondary' : 'primary'}>
              Back to Info
            </LinkButton>
          )}
        </div>
      </Card>
    </Page>
  )
}
