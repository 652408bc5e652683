import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { verifyEmail } from '#contract/identity/mailed-links.ts'
import type { Answer } from '#contract/call.ts'
import { readSecret } from '#web/client/addresses/address-secrets.ts'
import { ApiError } from '#web/client/api-error.ts'
import { send } from '#web/client/api.ts'
import { refreshMe } from '#web/client/me.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'

/** /verify-email: confirms the address with the mailed token (D24). */
export default function VerifyEmail() {
  const [token] = useState(() => readSecret('token'))
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      {token ? <VerifyWithToken token={token} /> : <InvalidLink />}
    </>
  )
}

function VerifyWithToken({ token }: { token: string }) {
  // Read as a query, so that the one-time token is sent once.
  const verification = useQuery({
    queryKey: ['verify email', token],
    queryFn: async () => {
      const answer = await send(verifyEmail, { body: { token } })
      await refreshMe()
      return answer
    },
  })
  useStepFocus(verification.status)
  if (verification.isPending) return <PageSpinner label="Confirming your email…" />
  if (verification.isSuccess) return <Confirmed {...verification.data} />
  const isRefused = verification.error instanceof ApiError && verification.error.status === 400
  return isRefused ? <InvalidLink /> : <LoadError what="this link" failed={verification} />
}

function Confirmed({ email, isChanged }: Answer<typeof verifyEmail>) {
  return (
    <Page title={isChanged ? 'Email changed' : 'Email confirmed'} width="form">
      <Card>
        <p className="flex gap-3 text-lg">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
          <span className="min-w-0 break-words">
            {isChanged
              ? `Your email is now ${email}. Use it to sign in from now on.`
              : 'Thank you. Your email address is confirmed.'}
          </span>
        </p>
        <LinkButton href={paths.home()} wide size="touch" className="mt-6">
          Continue to Luna
        </LinkButton>
      </Card>
    </Page>
  )
}

function InvalidLink() {
  return (
    <Page title="Invalid Link" description="This link is invalid or has expired. You can still use Luna." width="form">
      <LinkButton href={paths.home()} size="touch">
        Continue to Luna
      </LinkButton>
    </Page>
  )
}
