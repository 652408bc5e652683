import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useAddressText } from '#web/client/addresses/address-text.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { SearchField } from '#web/kit/fields/search-field.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { MarkedText } from '#web/kit/text/marked-text.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { Questions, type Question } from '../questions.tsx'
import { findAnswers, type HelpQuestion, partsOf } from './topic.ts'
import { topics } from './topics.ts'

/** /help: short answers, in the order in which people meet the questions, and a search over them (D155). */
export default function Help() {
  const [text, setText] = useAddressText('q')
  // The server knows no query, and the first rendering in the browser is the same as its own.
  const words = useIsInBrowser() ? text : ''
  const linked = useLinkedId()
  const found = findAnswers(topics, words)
  const isSearching = words.trim() !== ''
  return (
    <Page
      title="Help Center"
      description="Short answers about talking, minutes, payments and your account."
      width="prose"
    >
      <SearchField
        label="Search the answers"
        placeholder="Search the answers"
        value={words}
        onChange={setText}
        className="noscript:hidden"
      />
      <p role="status" className="mt-2 min-h-5 text-muted noscript:hidden">
        {isSearching && countText(found.flatMap(({ questions }) => questions).length)}
      </p>
      {!isSearching && <Topics />}
      {found.map(({ id, title, questions }) => (
        <section key={id} id={id} className="mt-12">
          <h2 className="text-2xl font-semibold tracking-[-0.02em]">{title}</h2>
          <div className="mt-2">
            <Questions questions={questions.map((question) => toShown(question, words, linked))} />
          </div>
        </section>
      ))}
      {found.length === 0 ? (
        <NothingFound onClear={() => setText('')} />
      ) : (
        <p className="mt-12 text-lg">
          Still stuck? <TextLink href={paths.contact()}>Contact Support</TextLink>, or check the{' '}
          <TextLink href={paths.status()}>System Status</TextLink> page.
        </p>
      )}
    </Page>
  )
}

function Topics() {
  return (
    <nav aria-label="Topics" className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-lg">
      {topics.map(({ id, title }) => (
        <TextLink key={id} href={`#${id}`}>
          {title}
        </TextLink>
      ))}
    </nav>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <div className="mt-6">
      <EmptyState
        title="No answers found"
        action={
          <>
            <LinkButton href={paths.contact()}>Contact Support</LinkButton>
            <Button variant="secondary" onClick={onClear}>
              Clear Search
            </Button>
          </>
        }
      >
        Try other words, or ask us. A person reads every message.
      </EmptyState>
    </div>
  )
}

/** Answers open when they were searched for, or when the address leads to them. */
function toShown({ id, title, answer }: HelpQuestion, words: string, linked: string): Question {
  const isSearched = words.trim() !== ''
  return {
    id,
    title,
    shownTitle: <MarkedText text={title} words={words} />,
    answer: (
      <>
        <p>
          {partsOf(answer).map(({ text, href }, place) => {
            const marked = <MarkedText key={place} text={text} words={words} />
            return href ? <HelpLink key={place} href={href} content={marked} /> : marked
          })}
        </p>
        <p className="mt-2 text-base">
          <TextLink href={`#${id}`} quiet>
            Link to this answer
          </TextLink>
        </p>
      </>
    ),
    ...(isSearched || linked === id ? { isOpen: true } : {}),
  }
}

/** A place on another page is outside the app's routing. */
function HelpLink({ href, content }: { href: string; content: ReactNode }) {
  if (!href.includes('/#')) return <TextLink href={href}>{content}</TextLink>
  return (
    <a href={href} className="text-link underline underline-offset-2">
      {content}
    </a>
  )
}

function countText(count: number): string {
  if (count === 0) return 'No answers'
  return count === 1 ? '1 answer' : `${count} answers`
}

function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}

/** Returns the id of the answer that the address leads to; empty on the server and without one. */
function useLinkedId(): string {
  const [id, setId] = useState('')
  useEffect(() => {
    const read = () => setId(location.hash.slice(1))
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return id
}
