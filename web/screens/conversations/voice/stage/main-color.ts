import { useEffect, useState } from 'react'

const violet = 'rgb(124 58 237)'

/** The brightest channel of every glow, so that it is visible on the night whatever the picture. */
const glowBrightness = 190

/** Returns the main color of a picture, made bright enough for a glow; violet until it is known or without one. */
export function useMainColor(imageUrl: string | null): string {
  const [known, setKnown] = useState<{ url: string; color: string } | null>(null)
  useEffect(() => {
    if (!imageUrl) return
    const picture = new Image()
    picture.onload = () => setKnown({ url: imageUrl, color: mainColor(picture) })
    picture.src = imageUrl
    return () => {
      picture.onload = null
    }
  }, [imageUrl])
  return known !== null && known.url === imageUrl ? known.color : violet
}

/** Returns the average of the picture's more colorful pixels. */
function mainColor(picture: HTMLImageElement): string {
  const side = 12
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) return violet
  let pixels: Uint8ClampedArray
  try {
    context.drawImage(picture, 0, 0, side, side)
    pixels = context.getImageData(0, 0, side, side).data
  } catch {
    // A picture from elsewhere may be shown but not read.
    return violet
  }
  const sums = [0, 0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    const channels = Array.from(pixels.slice(at, at + 3))
    const weight = 1 + Math.max(...channels) - Math.min(...channels)
    channels.forEach((channel, index) => (sums[index]! += channel * weight))
  }
  const brightest = Math.max(...sums)
  if (brightest === 0) return violet
  return `rgb(${sums.map((sum) => Math.round((sum / brightest) * glowBrightness)).join(' ')})`
}
