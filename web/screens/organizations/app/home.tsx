import { MessagesSquare } from 'lucide-react'
import { Link } from 'wouter'
import { AppHome } from './app-home.tsx'
import { bandButton } from './band.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageTitle } from '#web/kit/text/page-title.tsx'
import { Install } from './install.tsx'
import { WithApp } from './with-app.tsx'

/**
 * /o/{slug}/: the organization's public page. Visitors who start a conversation sign in first and then return to the
 * agent (D139, D141).
 */
export default function BrandedAppHome() {
  return (
    <WithApp>
      {(app) => (
        <>
          <PageTitle text={app.appName} />
          <AppHome
            app={app}
            actions={
              <>
                <Link href={paths.brandedAgents(app.slug)} className={bandButton('main')}>
                  <MessagesSquare aria-hidden className="size-5" />
                  Start Talking
                </Link>
                {app.isPublished && <Install appName={app.appName} />}
              </>
            }
            agentAction={({ id, name }) => (
              <LinkButton
                href={paths.brandedAgents(app.slug, { talk: id })}
                wide
                aria-label={`Start Conversation: ${name}`}
              >
                Start Conversation
              </LinkButton>
            )}
          />
        </>
      )}
    </WithApp>
  )
}
