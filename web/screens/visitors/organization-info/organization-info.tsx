import { useConfig } from '#web/client/config.ts'
import { OpenOrder } from '#web/screens/organizations/prices/open-order.tsx'
import { OrganizationCalculator } from './calculator.tsx'
import { OrganizationContact } from './contact.tsx'
import { OrganizationEnterprise } from './enterprise.tsx'
import { OrganizationFeatures } from './features.tsx'
import { OrganizationHero } from './hero.tsx'
import { OrganizationStart } from './start.tsx'
import { PageTitle } from '#web/kit/text/page-title.tsx'

/** /organization-info: what teams get, what it costs and whom to ask (S314, S339-S343). */
export default function OrganizationInfo() {
  const config = useConfig()
  const businessName = config?.businessName ?? 'Luna for Business'
  return (
    <>
      <PageTitle text={`${businessName} · Luna`} />
      <OpenOrder className="mx-auto w-full max-w-page px-4 py-4 sm:px-6" />
      <OrganizationHero businessName={businessName} />
      <OrganizationFeatures />
      <OrganizationStart />
      <OrganizationEnterprise />
      <OrganizationCalculator />
      <OrganizationContact config={config} />
    </>
  )
}
