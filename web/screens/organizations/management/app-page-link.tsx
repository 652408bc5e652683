import { ExternalLink } from 'lucide-react'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import type { Details } from './details.ts'

const icon = <ExternalLink aria-hidden className="size-4" />

/** Opens the public page of the organization's app in a new tab, once it is published (S420). */
export function AppPageLink({ organization: { slug, isAppPublished } }: Pick<Details, 'organization'>) {
  if (isAppPublished) {
    return (
      <LinkButton href={paths.organizationApp(slug)} variant="secondary" icon={icon} newTab>
        Open App Page
      </LinkButton>
    )
  }
  return (
    <span className="flex flex-col gap-1">
      <Button variant="secondary" icon={icon} disabled aria-describedby="app-unpublished">
        Open App Page
      </Button>
      <span id="app-unpublished" className="text-xs text-muted">
        Not published yet
      </span>
    </span>
  )
}
