import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { savedTimeText } from '#contract/amounts.ts'
import { savedChoices, mostSavedMinutes } from '#contract/results/hours-saved-rules.ts'
import { answerSavedTime, removeSavedTime, type SavedTime, savedTimeOf } from '#contract/results/hours-saved.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { keyOf, query, useCall } from '#web/client/api.ts'
import { Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { queryClient } from '#web/client/query-client.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { classes } from '#web/kit/classes.ts'
import { useKeptFocus } from '#web/kit/kept-focus.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import * as z from 'zod/mini'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'

interface Props {
  sessionId: string
  /** Whether the conversation has just ended and was charged, so that it can be answered and has no answer yet. */
  isFresh?: boolean
  /** In a card of its own. */
  isCard?: boolean
}

/** The one optional question after a conversation; nothing for one that was not charged or is long over. */
export function HoursSavedQuestion({ sessionId, isFresh = false, isCard = false }: Props) {
  const read = useQuery({ ...query(savedTimeOf, { params: { id: sessionId } }), enabled: !isFresh })
  const [nowMs] = useState(() => Date.now())
  if (!read.data && !isFresh) {
    if (!isCard) return null
    return (
      <QuestionCard>
        <Loaded read={read} what="your answer" skeleton={<LoadingRows what="your answer" count={1} height="h-28" />}>
          {() => null}
        </Loaded>
      </QuestionCard>
    )
  }
  const { savedMinutes, answerableUntil } = read.data ?? { savedMinutes: null, answerableUntil: null }
  const isOpen = answerableUntil === null ? isFresh : Date.parse(answerableUntil) > nowMs
  if (!isOpen && savedMinutes === null) return null
  const openUntil = isOpen ? answerableUntil : null
  const question = <Question {...{ sessionId, savedMinutes, isOpen, openUntil }} />
  if (!isCard) return question
  return <QuestionCard>{question}</QuestionCard>
}

function QuestionCard({ children }: { children: ReactNode }) {
  return (
    <Card title="Time Saved" aside={<TextLink href={paths.howHoursCount()}>How hours are counted</TextLink>}>
      {children}
    </Card>
  )
}

interface QuestionProps {
  sessionId: string
  savedMinutes: number | null
  isOpen: boolean
  /** Null where it is not known yet. */
  openUntil: string | null
}

function Question({ sessionId, savedMinutes, isOpen, openUntil }: QuestionProps) {
  const id = useId()
  const params = { id: sessionId }
  const keep = (answer: SavedTime) => queryClient.setQueryData(keyOf(savedTimeOf, { params }), answer)
  const [isMore, setMore] = useState(false)
  const answer = useCall(answerSavedTime, { done: keep })
  const remove = useCall(removeSavedTime, { done: keep })
  const isSending = answer.isPending || remove.isPending
  const choices = useRef<HTMLDivElement>(null)
  const choiceAt = (place: number) => choices.current?.querySelectorAll('button').item(place) ?? null
  const shown = answer.isPending ? answer.variables.body.savedMinutes : savedMinutes
  const isOther = shown !== null && !savedChoices.some((choice) => choice === shown)

  async function say(minutes: number) {
    if (isSending) return
    const isKept = await answer.mutateAsync({ params, body: { savedMinutes: minutes } }).then(
      () => true,
      () => false,
    )
    // A form that was opened meanwhile stays.
    if (isKept && isMore) setMore(false)
  }

  return (
    <div className="flex flex-col gap-3">
      <p id={id} className="font-medium">
        How much time did this save you?
      </p>
      {isOpen && (
        <div ref={choices} role="group" aria-labelledby={id} className="flex flex-wrap gap-2">
          {savedChoices.map((choice) => (
            <Choice
              key={choice}
              isChosen={choice === shown && (!isMore || answer.isPending)}
              onPress={() => void say(choice)}
            >
              {savedTimeText(choice)}
            </Choice>
          ))}
          <Choice isChosen={isMore || isOther} isExpanded={isMore} onPress={() => setMore(!isMore)}>
            {isOther ? savedTimeText(shown) : 'Other'}
          </Choice>
        </div>
      )}
      {isOpen && isMore && (
        <MoreForm savedMinutes={savedMinutes} onSave={say} next={() => choiceAt(savedChoices.length)} />
      )}
      <Answered
        {...{ savedMinutes, isOpen, openUntil }}
        isRemoving={remove.isPending}
        onRemove={() => void (isSending || remove.submit({ params }))}
        next={() => choiceAt(0)}
      />
    </div>
  )
}

interface AnsweredProps extends Omit<QuestionProps, 'sessionId'> {
  isRemoving: boolean
  onRemove: () => void
  /** Finds what gets the focus when the answer is gone. */
  next: () => HTMLElement | null
}

/** What was said, and the way to take it back; before an answer, what becomes of one. */
function Answered({ savedMinutes, isOpen, openUntil, isRemoving, onRemove, next }: AnsweredProps) {
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
      <p role="status" className="text-muted">
        {savedMinutes === null ? (
          'Optional. Others only see totals from several people.'
        ) : (
          <Said savedMinutes={savedMinutes} isOpen={isOpen} openUntil={openUntil} />
        )}
      </p>
      {savedMinutes !== null && <RemoveButton {...{ isRemoving, onRemove, next }} />}
    </div>
  )
}

function RemoveButton({ isRemoving, onRemove, next }: Pick<AnsweredProps, 'isRemoving' | 'onRemove' | 'next'>) {
  const button = useKeptFocus<HTMLButtonElement>(next)
  return (
    <Button
      ref={button}
      variant="ghost"
      size="dense"
      className="max-sm:-ml-3"
      pending={isRemoving}
      pendingText="Removing…"
      onClick={onRemove}
    >
      Remove answer
    </Button>
  )
}

function Said({
  savedMinutes,
  isOpen,
  openUntil,
}: Pick<QuestionProps, 'isOpen' | 'openUntil'> & { savedMinutes: number }) {
  return (
    <>
      You said <span>{savedTimeText(savedMinutes)}</span>.{' '}
      {openUntil ? (
        <span>
          You can change it until <DateTime value={openUntil} />.
        </span>
      ) : (
        isOpen && <span>Choose a different amount to change it.</span>
      )}
    </>
  )
}

interface ChoiceProps {
  isChosen: boolean
  /** For the choice that opens a form. */
  isExpanded?: boolean
  onPress: () => void
  children: string
}

function Choice({ isChosen, isExpanded, onPress, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isExpanded === undefined ? isChosen : undefined}
      aria-expanded={isExpanded}
      onClick={onPress}
      className={classes(
        'inline-flex h-9 min-w-14 items-center justify-center rounded-full border px-4 font-medium tabular transition-colors pointer-coarse:h-11',
        isChosen ? 'border-primary bg-soft text-soft-text' : 'border-control-line hover:bg-hover',
      )}
    >
      {children}
    </button>
  )
}

const mostHours = mostSavedMinutes / 60

/** A whole number, or nothing. */
function upTo(most: number) {
  const error = `Please enter a whole number from 0 to ${most}`
  return z.string().check(
    z.trim(),
    z.regex(/^\d*$/, { error }),
    z.refine((text) => Number(text) <= most, { error }),
  )
}

/** At least one field; the other one counts as 0. */
const schema = z.object({ hours: upTo(mostHours), minutes: upTo(59) }).check(
  z.refine(({ hours, minutes }) => hours !== '' || minutes !== '', {
    error: 'Enter hours, minutes, or both',
    path: ['hours'],
  }),
  z.refine(({ hours, minutes }) => Number(hours) * 60 + Number(minutes) <= mostSavedMinutes, {
    error: `The most is ${mostHours} hours`,
    path: ['minutes'],
  }),
)

interface MoreFormProps {
  /** What was said before, in minutes. */
  savedMinutes: number | null
  onSave: (savedMinutes: number) => Promise<void>
  /** Finds what gets the focus when the form closes. */
  next: () => HTMLElement | null
}

/** Any other amount, in hours and minutes. */
function MoreForm({ savedMinutes, onSave, next }: MoreFormProps) {
  const part = useKeptFocus<HTMLDivElement>(next)
  const start = savedMinutes ?? 0
  const [hours, rest] = [Math.floor(start / 60), start % 60]
  return (
    <div ref={part}>
      <Form
        schema={schema}
        onSubmit={({ hours, minutes }) => onSave(Number(hours) * 60 + Number(minutes))}
        aria-label="Other amount"
        className="grid grid-cols-2 items-start gap-3 sm:flex"
      >
        <div className="min-w-0 sm:w-44">
          <TextField
            name="hours"
            label="Hours"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={start === 0 ? '' : String(hours)}
          />
        </div>
        <div className="min-w-0 sm:w-44">
          <TextField
            name="minutes"
            label="Minutes"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={start === 0 ? '' : String(rest)}
          />
        </div>
        {/* As far down as the fields' labels are high. */}
        <div className="mt-[1.6875rem] max-sm:col-span-2 max-sm:mt-0">
          <SubmitButton variant="secondary" pendingText="Saving…">
            Save
          </SubmitButton>
        </div>
      </Form>
    </div>
  )
}
