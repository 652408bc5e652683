import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { invitations } from '#contract/organizations/invitations.ts'
import { members } from '#contract/organizations/members.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { LoadingTab } from '../loading-tab.tsx'
import { type TabProps } from '../scope.ts'
import { InviteForm } from './invite-form.tsx'
import { People } from './people-list.tsx'
import { listPeople } from './people.ts'

const formId = 'invite-a-member'

/** Members, open invitations, and the form to invite (S391-S396, S537). */
export default function UsersTab({ overview, scope }: TabProps) {
  const known = useQuery(query(members, { query: scope }))
  const invited = useQuery(query(invitations, { query: scope }))
  const isReady = known.data && invited.data
  return (
    <div className="flex flex-col gap-6">
      <Card
        title="Members"
        aside={
          <Button
            variant="secondary"
            size="dense"
            icon={<UserPlus aria-hidden className="size-4" />}
            onClick={goToForm}
          >
            Invite a Member
          </Button>
        }
      >
        {known.isError && <LoadError what="the members" failed={known} />}
        {invited.isError && <LoadError what="the invitations" failed={invited} />}
        {!isReady && !known.isError && !invited.isError && <LoadingTab />}
        {isReady && <People rows={listPeople(known.data, invited.data)} overview={overview} scope={scope} />}
      </Card>
      <div id={formId} className="scroll-mt-20">
        <InviteForm scope={scope} />
      </div>
    </div>
  )
}

/** The form stands below a list that may be long. */
function goToForm() {
  const form = document.getElementById(formId)
  form?.scrollIntoView()
  form?.querySelector('input')?.focus({ preventScroll: true })
}
