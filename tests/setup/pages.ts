import { prepareChromium } from '../../scripts/running/chromium.mjs'

/** Pages need a Chromium and nothing else; what they call is answered by their tests. */
export default async function setup(): Promise<void> {
  process.env.LUNA_CHROMIUM = JSON.stringify(await prepareChromium())
}
