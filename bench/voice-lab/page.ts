/** The lab's page: one voice client, ours or the provider's official one, behind the same few commands. */

import type { LabClient } from './lab-client.ts'

const clients = {
  ours: async () => (await import('./our-client.ts')).createClient(),
  official: async () => (await import('./official-client.ts')).createClient(),
}

window.openClient = async (name) => {
  window.labClient = await clients[name]()
  window.labClient.prepare()
}

declare global {
  interface Window {
    labClient?: LabClient
    openClient: (name: keyof typeof clients) => Promise<void>
  }
}
