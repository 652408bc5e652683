import { useQuery } from '@tanstack/react-query'
import { countText, savedTimeText } from '#contract/amounts.ts'
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
import { useConfig } from '#web/client/config.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'

const sections = [
  {
    title: 'The question',
    text: `After a session that was charged, Luna asks one optional question: “How much time did this save you?” The answers are ${savedChoices.map(savedTimeText).join(', ')}, or another time of up to ${savedTimeText(mostSavedMinutes)}. Only the person who talked can answer, once for each session. They can change the answer for ${answerDays} days and remove it at any time.`,
  },
  {
    title: 'The sum',
    text: 'We add up the answers as they were given. A session without an answer adds nothing. We don’t estimate, multiply or round, and we don’t compare with how long anything would have taken otherwise: nobody measured that.',
  },
  {
    title: 'In your dashboard',
    text: `Everyone sees the sum of their own answers for each month, with every answer in it. The admins of an organization see the sum over their members, and how many answers it has, from ${fewestPeople} people on. It grows only when ${fewestPeople} people have answered since it last grew. They never see who said what.`,
  },
  {
    title: 'On this site',
    text: `The sum of all answers shows in public from ${fewestPublicAnswers} answers of ${fewestPublicPeople} people on, and is counted every hour. Answers of Luna’s own team don’t count. Answers that people remove, and those of people who delete their account, leave the sum.`,
  },
] as const

/** /hours-saved: what stands behind every figure of saved time. */
export default function HoursSaved() {
  return (
    <Page
      title="How Saved Hours Are Counted"
      description="People say what a conversation saved them, and we add it up. That’s all."
      width="prose"
    >
      <Total />
      <div className="flex flex-col gap-6">
        {sections.map(({ title, text }) => (
          <section key={title}>
            <h2 className="text-xl font-semibold">{title}</h2>
            <p className="mt-1 text-reading">{text}</p>
          </section>
        ))}
        <Statement />
      </div>
    </Page>
  )
}

function Total() {
  const { data } = useQuery(query(hoursSaved))
  if (!data) return null
  const { total } = data
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
        saved so far, as people said in {countText(total.answers, 'answer')}. Counted{' '}
        {formatLongDay(new Date(total.countedAt))}.
      </p>
    </div>
  )
}

/** What the team says of itself on the landing page is no count. */
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
