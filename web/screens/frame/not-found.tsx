import { LinkButton } from '#web/kit/link-button.tsx'
import { PageTitle } from '#web/kit/text/page-title.tsx'
import { LogoMark } from './brand/logo.tsx'

/** The screen for unknown paths (S059, S060). */
export default function NotFound() {
  return (
    <div className="mx-auto flex w-full max-w-form flex-col items-center px-4 py-24 text-center sm:px-6">
      <PageTitle text="Page Not Found · Luna" />
      <LogoMark className="size-16 opacity-80" />
      <h1 className="mt-6 text-3xl font-semibold tracking-[-0.02em]">Page Not Found</h1>
      <p className="mt-2 text-lg text-muted">
        The page you&apos;re looking for doesn&apos;t exist or may have been moved.
      </p>
      <LinkButton href="/" reload size="touch" className="mt-8">
        Go to Home Page
      </LinkButton>
    </div>
  )
}
