import { Search as SearchIcon } from 'lucide-react'
import type { FormEvent } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { paths } from '#web/client/addresses/paths.ts'
import { useMe } from '#web/client/me.ts'
import { Button } from '#web/kit/button.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageTitle } from '#web/kit/text/page-title.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

/** The screen for unknown paths (S059, S060), with a search and the ways on. */
export default function NotFound() {
  const hasAgents = useMe()?.hasAccess === true
  return (
    <div className="night-room stars relative isolate fills-window overflow-hidden">
      <PageTitle text="Page Not Found · Luna" />
      <img
        src="/landing/horizon.svg"
        alt=""
        width={1600}
        height={400}
        className="absolute inset-x-0 bottom-0 -z-1 h-64 w-full [mask-image:linear-gradient(to_top,#000_50%,transparent)] object-cover object-[74%_100%] sm:h-80"
      />
      <div className="mx-auto w-full max-w-page px-4 pt-16 pb-64 sm:px-6 sm:pt-24 sm:pb-80">
        <h1 className="text-4xl font-semibold tracking-[-0.02em] sm:text-5xl">Page Not Found</h1>
        <p className="mt-4 text-lg text-night-muted">
          The page you&apos;re looking for doesn&apos;t exist or may have been moved.
        </p>
        <LinkButton href="/" reload size="touch" className="mt-8">
          Go to Home Page
        </LinkButton>
        <Search hasAgents={hasAgents} />
        <nav aria-label="Other pages" className="mt-6 flex flex-wrap gap-x-6 gap-y-3 text-lg">
          <TextLink href={hasAgents ? paths.marketplace() : paths.agents()}>Agents</TextLink>
          <TextLink href={paths.help()}>Help Center</TextLink>
          <TextLink href={paths.contact()}>Contact Support</TextLink>
        </nav>
      </div>
    </div>
  )
}

/** Searches the agents of people who can see some, and the help page for everybody. */
function Search({ hasAgents }: { hasAgents: boolean }) {
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    const typed = form.get('q')
    const q = typeof typed === 'string' ? typed.trim() : ''
    navigate(form.get('in') === 'agents' ? paths.marketplace({ q }) : paths.help({ q }))
  }
  return (
    <form role="search" onSubmit={search} className="mt-12 flex max-w-prose flex-wrap items-end gap-2">
      <div className="min-w-0 flex-[1_1_16rem]">
        <TextField
          name="q"
          type="search"
          autoComplete="off"
          label={hasAgents ? 'Search agents and help' : 'Search the Help Center'}
          icon={<SearchIcon aria-hidden className="size-4" />}
        />
      </div>
      {hasAgents && (
        <Button type="submit" name="in" value="agents" variant="night">
          Search Agents
        </Button>
      )}
      <Button type="submit" name="in" value="help" variant="night">
        Search Help
      </Button>
    </form>
  )
}
