import { useQuery } from '@tanstack/react-query'
import { readPlatformSettings } from '#contract/settings/admin-settings.ts'
import { query } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'
import { useDuty } from './use-duty.ts'
import { TwoFactorHint } from '#web/screens/identity/two-factor-hint.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Banner } from '#web/kit/banner.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

const securityPath = `${paths.adminSettings()}#security`

/**
 * Warns until two-factor sign-in is required for all platform admins. Admins who have not set it up are asked to do so
 * in the same notice; after "Not Now", only the warning remains (D27).
 */
export function SignInNotice() {
  const user = useMe()
  const readsSettings = useDuty('settings.read')
  const read = useQuery({ ...query(readPlatformSettings), enabled: readsSettings })
  if (read.isLoading) {
    return (
      <SkeletonGroup className="mb-6">
        <Skeleton className="h-24" />
      </SkeletonGroup>
    )
  }
  const isOptional = read.data?.settings.adminTwoFactorRequired === false
  if (user?.isTwoFactorSuggested) {
    return (
      <TwoFactorHint>
        {isOptional && (
          <>
            Admins can sign in with just a password until you require two-factor sign-in for all of them in{' '}
            <TextLink href={securityPath}>Security Settings</TextLink>.
          </>
        )}
      </TwoFactorHint>
    )
  }
  if (!isOptional) return null
  return (
    <div className="mb-6">
      <Banner
        tone="warning"
        title="Admins can sign in with just a password"
        actions={
          <LinkButton href={securityPath} variant="secondary" size="dense">
            Security Settings
          </LinkButton>
        }
      >
        Require two-factor sign-in, so that a stolen password is not enough to get in.
      </Banner>
    </div>
  )
}
