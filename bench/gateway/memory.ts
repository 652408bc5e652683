import { WebSocket } from 'ws'
import { freePort } from '../../scripts/running/free-port.mjs'

/** Reads what a process keeps in memory, without garbage: its inspector makes it collect first. */
export interface Inspector {
  /** The arguments that let a process be inspected. */
  execArgv: string[]
  /** Returns the bytes of the heap and of what its objects hold outside, after a collection. */
  readLiveBytes(): Promise<number>
}

export async function openInspector(): Promise<Inspector> {
  const port = await freePort()
  return {
    execArgv: [`--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http'],
    readLiveBytes: () => readLiveBytes(port),
  }
}

async function readLiveBytes(port: number): Promise<number> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  let id = 0
  const ask = (method: string, params = {}) =>
    new Promise<unknown>((resolve) => {
      socket.once('message', (data) => resolve(JSON.parse((data as Buffer).toString('utf8'))))
      socket.send(JSON.stringify({ id: ++id, method, params }))
    })
  // What the first collection releases outside the heap is gone after the second.
  await ask('HeapProfiler.collectGarbage')
  await ask('HeapProfiler.collectGarbage')
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'
  const answer = (await ask('Runtime.evaluate', { expression })) as { result: { result: { value: number } } }
  socket.close()
  return answer.result.result.value
}
