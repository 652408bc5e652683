import { Circle, CircleCheck } from 'lucide-react'
import type { Answer } from '#contract/call.ts'
import { finishMailedStep, mailedStep } from '#contract/results/next-steps.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall } from '#web/client/api.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { LinkCard, linkIcon, MailedLink } from '#web/screens/frame/mailed-link.tsx'

const invalid = {
  text: 'This link is invalid or has expired. Your next steps are on your dashboard.',
  href: paths.nextSteps(),
  label: 'Open My Next Steps',
}

/** /next-steps/done: marks a step as done with the token of a reminder mail, without signing in. */
export default function DoneByMail() {
  return (
    <MailedLink read={(token) => query(mailedStep, { query: { token } })} what="this step" invalid={invalid}>
      {(step, token) => <Step found={step} token={token} />}
    </MailedLink>
  )
}

function Step({ found, token }: { found: Answer<typeof mailedStep>; token: string }) {
  const change = useCall(finishMailedStep)
  const { title, isDone } = change.data ?? found
  useStepFocus(change.data ? String(isDone) : 'found')
  const Icon = isDone ? CircleCheck : Circle
  return (
    <LinkCard
      title={isDone ? 'Done' : 'Your Next Step'}
      icon={<Icon aria-hidden className={classes(linkIcon, isDone ? 'text-success' : 'text-muted')} />}
      actions={
        <>
          <Button
            variant={isDone ? 'secondary' : 'primary'}
            wide
            size="touch"
            pending={change.isPending}
            onClick={() => void change.submit({ body: { token, isDone: !isDone } })}
          >
            {isDone ? 'Undo' : 'Mark as Done'}
          </Button>
          <LinkButton href={paths.nextSteps()} variant={isDone ? 'primary' : 'secondary'} wide size="touch">
            Open My Next Steps
          </LinkButton>
        </>
      }
    >
      {title} <span className="sr-only">{isDone ? 'is done.' : 'is open.'}</span>
    </LinkCard>
  )
}
