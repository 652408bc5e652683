import zlib from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

const green = { r: 20, g: 160, b: 60 }

export function plain(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: green } })
}

/** Returns pixels that no format can compress. */
export function noise(): Sharp {
  return sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: green,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
}

/** Returns a square PNG that is small as a file and huge in pixels. */
export function blackPng(sidePixels: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(sidePixels, 0)
  header.writeUInt32BE(sidePixels, 4)
  // One bit per pixel, gray.
  header.writeUInt8(1, 8)
  const rows = Buffer.alloc(sidePixels * (1 + Math.ceil(sidePixels / 8)))
  const parts = [
    pngPart('IHDR', header),
    pngPart('IDAT', zlib.deflateSync(rows, { level: 1 })),
    pngPart('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

function pngPart(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(zlib.crc32(named))
  return Buffer.concat([length, named, sum])
}
