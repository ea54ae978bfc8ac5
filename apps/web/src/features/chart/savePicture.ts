import type { Chart } from 'klinecharts'

const HEAD = 32
const INSET = 12

/** Downloads what the chart shows, with its title and the time above it. */
export function savePicture(chart: Chart, title: string): void {
  const ground = getComputedStyle(chart.getDom() ?? document.body)
  const surface = ground.getPropertyValue('--x-surface-1').trim()
  const text = ground.getPropertyValue('--x-text').trim()
  const font = ground.getPropertyValue('--x-font-number').trim()
  const image = new Image()
  image.addEventListener('load', () => {
    const canvas = document.createElement('canvas')
    const scale = window.devicePixelRatio
    canvas.width = image.width
    canvas.height = image.height + HEAD * scale
    const context = canvas.getContext('2d')
    if (!context) return
    context.fillStyle = surface
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.fillStyle = text
    context.font = `600 ${14 * scale}px ${font}`
    context.textBaseline = 'middle'
    context.fillText(title, INSET * scale, (HEAD / 2) * scale)
    context.drawImage(image, 0, HEAD * scale)
    download(canvas.toDataURL('image/png'), pictureName(title))
  })
  image.src = chart.getConvertPictureUrl(true, 'png', surface)
}

/** `BTC/USDT · 15m` -> `BTC-USDT-15m.png` */
export const pictureName = (title: string): string =>
  `${title
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('-')}.png`

function download(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
