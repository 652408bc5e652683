import { paths } from '#web/client/addresses/paths.ts'
import { TextLink } from '#web/kit/text-link.tsx'

/** Stands under every button that accepts the terms (D23). */
export function TermsNote() {
  return (
    <p className="text-sm text-muted">
      By continuing you confirm that you are 18 or older and agree to the{' '}
      <TextLink newTab href={paths.termsOfService()}>
        Terms of Use
      </TextLink>{' '}
      and the{' '}
      <TextLink newTab href={paths.privacyPolicy()}>
        Privacy Policy
      </TextLink>
      .
    </p>
  )
}
