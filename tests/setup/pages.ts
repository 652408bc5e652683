import { prepareChromium } from '../../scripts/running/chromium.mjs'

/** Prepares pages, which need only a Chromium; their tests answer their calls. */
export default async function setup(): Promise<void> {
  process.env.LUNA_CHROMIUM = JSON.stringify(await prepareChromium())
}
