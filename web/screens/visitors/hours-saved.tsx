import { useQuery } from '@tanstack/react-query'
import { countText, savedTimeText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { formatLongDay } from '#contract/dates.ts'
import {
  answerDays,
  fewestPeople,
  fewestPublicAnswers,
  fewestPublicPeople,
  mostSavedMinutes,
  savedChoices,
} from '#contract/results/hours-saved-rules.ts'
import { hoursSaved } from '#contract/results/hours-saved-total.ts'
import { query } from '#web/client/api.ts'
import { useLoadToast } from '#web/client/load-toast.ts'
import { useConfig } from '#web/client/config.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'

const sections = [
  {
    title: 'The question',
    text: `After a session that was charged, Luna asks one optional question: “How much time did this save you?” The answers are ${savedChoices.map(savedTimeText).join(', ')}, or another time of up to ${savedTimeText(mostSavedMinutes)}. Only the person who talked can answer, once for each session. They can change the answer for ${answerDays} days and remove it at any time.`,
  },
  {
    title: 'The sum',
    text: 'We add up the answers as they were given. A session without an answer adds nothing. We don’t estimate, multiply or round, and we don’t compare with how long anything would have taken otherwise, because no one measured it.',
  },
  {
    title: 'In your dashboard',
    text: `Everyone sees the sum of their own answers for each month, with every answer in it. Admins see the total for their organization and how many answers it includes, once at least ${fewestPeople} people have answered. It’s updated only after ${fewestPeople} more people have answered. They never see who said what.`,
  },
  {
    title: 'On this site',
    text: `We show the total publicly once there are at least ${fewestPublicAnswers} answers from ${fewestPublicPeople} people, and update it every hour. Answers from Luna’s own team don’t count. If someone removes an answer or deletes their account, it no longer counts.`,
  },
] as const

/** /hours-saved: what stands behind every figure of saved time. */
export default function HoursSaved() {
  const total = useLoadToast(useQuery(query(hoursSaved))).data?.total
  return (
    <Page
      title="How Saved Hours Are Counted"
      description="People say what a conversation saved them, and we add it up. That’s all."
      width="prose"
    >
      <Total total={total} />
      <div className="flex flex-col gap-6">
        {sections.map(({ title, text }) => (
          <section key={title}>
            <h2 className="text-xl font-semibold">{title}</h2>
            <p className="mt-1 text-reading">{text}</p>
          </section>
        ))}
        {total === null && <Statement />}
      </div>
    </Page>
  )
}

function Total({ total }: { total: Answer<typeof hoursSaved>['total'] | undefined }) {
  if (total === undefined) return null
  if (!total) {
    return (
      <p className="mb-8 rounded-card border border-line bg-surface p-5 text-reading">
        There’s no public sum yet, because too few people have answered.
      </p>
    )
  }
  return (
    <div className="mb-8 rounded-card border border-line bg-surface p-5">
      <p className="text-4xl font-semibold tracking-[-0.02em] tabular">{savedTimeText(total.savedMinutes)}</p>
      <p className="mt-2 text-muted">
        saved so far, according to <span>{countText(total.answers, 'answer')}</span>. Last counted on{' '}
        {formatLongDay(new Date(total.countedAt))}.
      </p>
    </div>
  )
}

/** The team's own words on the landing page, which figures replace. */
function Statement() {
  const config = useConfig()
  if (!config) return null
  return (
    <section>
      <h2 className="text-xl font-semibold">What isn’t counted</h2>
      <p className="mt-1 text-reading">
        The words “{config.hoursSavedText}” in the list of promises on our home page are the team’s own. They don’t come
        from these answers.
      </p>
    </section>
  )
}
