import { QuietFooter } from './footer/quiet-footer.tsx'
import type { SignedIn } from './header/viewer.ts'
import { PhoneBar } from './phone/phone-bar.tsx'

interface Props {
  user: SignedIn
  path: string
  onSignOut: () => void
}

/** What stands below the screens of signed-in people: the quiet footer, and on phones the bar (D173). */
export function AppFoot({ user, path, onSignOut }: Props) {
  return (
    <>
      <QuietFooter />
      <PhoneBar user={user} path={path} onSignOut={onSignOut} />
    </>
  )
}
