import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { COINS } from '../src/lib/coins/coins.ts'

interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string } | undefined>>
}

/**
 * Serves and writes `coins/<asset>.svg` for the listed coins: the glyph of Web3 Icons in white on a
 * disc of the coin's colour. The rest of the set stays out of the build. The set for Iconify lacks
 * some of its drawings; those are in `coins/`, in their own colours on white (MIT, as the set;
 * its other package unpacks to 18,000 files).
 */
export function coinIcons(): Plugin {
  const read = () => drawIcons(readSet())
  return {
    name: 'coin-icons',
    configureServer(server) {
      const icons = read()
      server.middlewares.use((request, response, next) => {
        const icon = icons.get((request.url ?? '').slice(1))
        if (icon === undefined) return next()
        response.setHeader('content-type', 'image/svg+xml')
        response.end(icon)
      })
    },
    generateBundle() {
      for (const [fileName, source] of read()) this.emitFile({ type: 'asset', fileName, source })
    },
  }
}

function readSet(): IconSet {
  const file = createRequire(import.meta.url).resolve('@iconify-json/token/icons.json')
  return JSON.parse(readFileSync(file, 'utf8')) as IconSet
}

/** A whole picture of 24 by 24. */
const drawing = (asset: string): string =>
  readFileSync(path.join(import.meta.dirname, 'coins', `${asset}.svg`), 'utf8').trim()

function drawIcons({ icons }: IconSet): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(COINS).flatMap(([asset, { colour, hasIcon }]) => {
      if (!hasIcon) return []
      const glyph = icons[asset.toLowerCase()]
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">' +
        `<circle cx="12" cy="12" r="12" fill="${glyph ? colour : '#fff'}"/>` +
        `<g color="#fff" transform="translate(3 3) scale(.75)">${glyph?.body ?? drawing(asset)}` +
        '</g></svg>'
      return [[`coins/${asset}.svg`, svg] as const]
    }),
  )
}
