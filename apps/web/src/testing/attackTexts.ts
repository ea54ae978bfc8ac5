import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** How many are shown on a page at once; of all they are taken evenly. */
const MOST = Number(process.env['ATTACK_TEXTS'] ?? 40)

/** Public attack vectors where the recordings have them, else a few of our own. */
export function readAttackTexts(): readonly string[] {
  const folder = path.join(process.env['RECORDINGS_DIR'] ?? '../shared/data', 'xss')
  if (!existsSync(folder))
    return ['<img src=x onerror=alert(1)>', '<svg onload=alert(1)>', 'javascript:alert(1)']
  const texts = readdirSync(folder)
    .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'))
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { readonly payload?: string }).payload ?? line)
  const step = Math.max(1, Math.floor(texts.length / MOST))
  return texts.filter((_, at) => at % step === 0)
}

const ACTIVE =
  'script, svg, iframe, object, embed, base, img, math, [onerror], [onload], [onclick], style'

/** What widgets draw: icons, and the dial of a combobox or a picture of figures. */
const OWN = 'button, [role=combobox], [role=img], svg.lucide:not([onload])'

/** What runs, loads or leads away in the page. */
export function activeContent(): readonly string[] {
  const added = [...document.body.querySelectorAll(ACTIVE)]
    .filter((each) => each.closest(OWN) === null)
    .map((each) => each.outerHTML)
  const links = [...document.body.querySelectorAll('a')]
    .map((a) => a.getAttribute('href') ?? '')
    .filter((href) => !href.startsWith('/en/'))
  return [...added, ...links]
}
