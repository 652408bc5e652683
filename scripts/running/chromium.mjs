// The Chromium of the npm package, prepared for a plain machine: it and the libraries that it needs are unpacked into a
// cache folder of this checkout.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { root } from './bootstrap.mjs'

const packageDirectory = path.join(root, 'node_modules/@sparticuz/chromium')

/** Arguments that a headless Chromium needs here, even as root, without requesting anything from outside. */
const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(hasRoomInSharedMemory() ? [] : ['--disable-dev-shm-usage']),
]

/**
 * Returns whether shared memory is large enough: a container's 64 MB makes Chromium crash, and a folder on disk makes
 * it slow.
 */
function hasRoomInSharedMemory() {
  try {
    const { bavail, bsize } = fs.statfsSync('/dev/shm')
    return bavail * bsize >= 2 ** 30
  } catch {
    return false
  }
}

/** Returns path and environment of a Chromium to test with; CHROMIUM_PATH names another one. */
export async function prepareChromium() {
  if (process.env.CHROMIUM_PATH) {
    return { executablePath: process.env.CHROMIUM_PATH, args: chromiumArguments, env: {} }
  }
  const { version } = createRequire(import.meta.url)(path.join(packageDirectory, 'package.json'))
  const directory = path.join(root, '.cache', `chromium-${version}`)
  if (!fs.existsSync(path.join(directory, 'ready'))) await unpack(directory)
  return {
    executablePath: path.join(directory, 'chromium'),
    args: [...chromiumArguments, '--headless=new'],
    env: {
      LD_LIBRARY_PATH: path.join(directory, 'al2023', 'lib'),
      FONTCONFIG_PATH: path.join(directory, 'fonts'),
    },
  }
}

async function unpack(directory) {
  console.log('Unpacking Chromium (once) ...')
  const half = `${directory}-${process.pid}`
  fs.rmSync(half, { recursive: true, force: true })
  fs.mkdirSync(half, { recursive: true })
  await inflate('chromium.br', path.join(half, 'chromium'))
  fs.chmodSync(path.join(half, 'chromium'), 0o755)
  for (const archive of ['al2023.tar', 'fonts.tar', 'swiftshader.tar']) {
    await inflate(`${archive}.br`, path.join(half, archive))
    const target = archive === 'al2023.tar' ? path.join(half, 'al2023') : half
    fs.mkdirSync(target, { recursive: true })
    const result = spawnSync('tar', ['-xf', path.join(half, archive), '-C', target], { stdio: 'inherit' })
    if (result.status !== 0) throw new Error(`${archive} could not be unpacked`)
    fs.rmSync(path.join(half, archive))
  }
  fs.writeFileSync(path.join(half, 'ready'), '')
  try {
    fs.renameSync(half, directory)
  } catch (error) {
    // Another run was faster.
    if (!fs.existsSync(path.join(directory, 'ready'))) throw error
    fs.rmSync(half, { recursive: true, force: true })
  }
}

async function inflate(name, target) {
  await pipeline(
    fs.createReadStream(path.join(packageDirectory, 'bin', name)),
    zlib.createBrotliDecompress(),
    fs.createWriteStream(target),
  )
}
