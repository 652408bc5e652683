import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { readSecret } from '#web/client/addresses/address-secrets.ts'
import { ApiError } from '#web/client/api-error.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { useStepFocus } from '#web/client/navigation.ts'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { FormPage } from './night-split.tsx'

interface Props<Found> {
  /** Reads what the token of the link stands for. */
  read: (token: string) => UseQueryOptions<Found>
  /** Named where that cannot be loaded. */
  what?: string
  /** Said of a link without a token, or with one that the server refuses, and where to go instead. */
  invalid: { text: string; href: string; label: string }
  /** Shows what the link does when its reader presses the button: programs that check mails open every link (D201). */
  children: (found: Found, token: string) => ReactNode
}

/** A screen that a mail links to, for readers who may not be signed in. No other page learns its token. */
export function MailedLink<Found>({ invalid, ...link }: Props<Found>) {
  const [token] = useState(() => readSecret('token'))
  const refusal = (
    <FormPage title="Invalid Link" description={invalid.text}>
      <LinkButton href={invalid.href} size="touch">
        {invalid.label}
      </LinkButton>
    </FormPage>
  )
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      {token ? <WithToken {...link} token={token} refusal={refusal} /> : refusal}
    </>
  )
}

interface TokenProps<Found> extends Omit<Props<Found>, 'invalid'> {
  token: string
  refusal: ReactNode
}

function WithToken<Found>({ read, what = 'this link', children, token, refusal }: TokenProps<Found>) {
  const found = useQuery(read(token))
  useStepFocus(found.status)
  if (found.error instanceof ApiError && found.error.status === 400) return refusal
  return (
    <Loaded read={found} what={what} skeleton={<PageSpinner label="Checking your link…" />}>
      {(data) => children(data, token)}
    </Loaded>
  )
}

interface CardProps {
  title: string
  icon?: ReactNode
  /** One sentence. */
  children: ReactNode
  /** Buttons below it. */
  actions: ReactNode
}

/** The state that a link has found or made, with what can be done about it. */
export function LinkCard({ title, icon, children, actions }: CardProps) {
  return (
    <FormPage title={title}>
      <Card>
        <p role="status" className="flex gap-3 text-lg">
          {icon}
          <span className="min-w-0 break-words">{children}</span>
        </p>
        <div className="mt-6 flex flex-col gap-2">{actions}</div>
      </Card>
    </FormPage>
  )
}

/** The classes of the icon in front of the sentence. */
export const linkIcon = 'mt-0.5 size-5 shrink-0'
