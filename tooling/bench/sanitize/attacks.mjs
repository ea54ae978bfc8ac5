import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openPage } from '../page.mjs'
import { OURS, PEERS } from './cleaners.mjs'

const folder = path.resolve(
  import.meta.dirname,
  '../../..',
  process.env['RECORDINGS_DIR'] ?? '../shared/data',
  'xss',
)
const BATCH = 250
const BATCH_LIMIT_MS = 60_000

/**
 * Each public vector, cleaned and put into a live page without a content policy; clicked, hovered,
 * focused. Counted are vectors, not events.
 */
export async function attacks() {
  if (!existsSync(folder)) {
    console.log(`No attack vectors at ${folder}: their rows are left out.`)
    return []
  }
  const vectors = readdirSync(folder).flatMap((file) =>
    readFileSync(path.join(folder, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).payload),
  )
  const rows = []
  for (const source of [
    { code: OURS, folder: 'packages/sanitize' },
    { code: PEERS, folder: 'tooling/bench-peers' },
  ]) {
    const isOurs = source.code === OURS
    const names = await withPage(source, ({ page }) =>
      page.evaluate(() => Object.keys(globalThis.cleaners)),
    )
    for (const who of names) {
      // A new page for each cleaner: a script that ran may have changed the last one.
      const { executed, leftOver, asking } = await withPage(source, (opened) =>
        survivors(opened, { who, vectors }),
      )
      const gate = (count) => (isOurs ? { bar: '0', holds: count === 0 } : {})
      rows.push({
        what: `code that ran, of ${vectors.length} vectors`,
        who,
        measured: String(executed),
        ...gate(executed),
      })
      rows.push({
        what: 'dangerous markup left over',
        who,
        measured: String(leftOver),
        ...gate(leftOver),
      })
      rows.push({
        what: 'another host asked for something',
        who,
        measured: String(asking),
        ...gate(asking),
      })
    }
  }
  // By figure, then by cleaner.
  const order = [...new Set(rows.map(({ what }) => what))]
  return order.flatMap((what) => rows.filter((row) => row.what === what))
}

async function withPage(source, work) {
  const opened = await openPage(source)
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

async function survivors({ page, origin }, { who, vectors }) {
  await page.route('**/*', (route) =>
    new URL(route.request().url()).origin === origin ? route.continue() : route.abort(),
  )
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}))
  const sum = { executed: 0, leftOver: 0, asking: 0 }
  const add = async (batch) => {
    const counts = await freshly({ page, origin }, { who, batch })
    if (counts) {
      sum.executed += counts.executed
      sum.leftOver += counts.leftOver
      sum.asking += counts.asking
    } else if (batch.length === 1) {
      // The page navigated away: the vector ran.
      sum.executed++
    } else {
      const half = batch.length >> 1
      await add(batch.slice(0, half))
      await add(batch.slice(half))
    }
  }
  for (let at = 0; at < vectors.length; at += BATCH) await add(vectors.slice(at, at + BATCH))
  return sum
}

/** A batch on a fresh page; `undefined` if the page did not survive it. */
async function freshly({ page, origin }, given) {
  try {
    await page.goto(origin)
    await page.waitForFunction(() => 'ready' in globalThis)
    await page.evaluate(watch)
    return await Promise.race([
      page.evaluate(show, given),
      new Promise((resolve) => setTimeout(resolve, BATCH_LIMIT_MS)),
    ])
  } catch {
    return undefined
  }
}

/** In the page: detects every way in which a vector shows that it ran. */
function watch() {
  globalThis.ran = 0
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open', 'fuzz'])
    globalThis[name] = () => void globalThis.ran++
  addEventListener(
    'click',
    (event) => {
      const link = event.target.closest?.('a,area')
      const address = link?.getAttribute('href') ?? link?.getAttribute('xlink:href') ?? ''
      if (!/^javascript:/i.test([...address].filter((letter) => letter > ' ').join('')))
        event.preventDefault()
    },
    true,
  )
  addEventListener('submit', (event) => event.preventDefault(), true)
}

/** In the page: cleans and shows a batch. */
async function show({ who, batch }) {
  const clean = globalThis.cleaners[who]
  const main = document.querySelector('main')
  const ACTIVE = 'script,iframe,frame,object,embed,base,meta,link,applet'
  const ADDRESSES = [
    'href',
    'src',
    'action',
    'formaction',
    'xlink:href',
    'data',
    'poster',
    'background',
    'srcdoc',
    'from',
    'to',
    'values',
  ]
  // Parsed by the browser: an address that only looks like a script is a path.
  const runs = (value) => {
    const { protocol, pathname } = URL.parse(value, location.href) ?? { protocol: '', pathname: '' }
    return (
      protocol === 'javascript:' ||
      protocol === 'vbscript:' ||
      (protocol === 'data:' && /^text\/html/i.test(pathname))
    )
  }
  const isDangerous = (element) =>
    element.matches(ACTIVE) ||
    [...element.attributes].some(
      ({ name, value }) =>
        /^on/i.test(name) || (ADDRESSES.includes(name.toLowerCase()) && runs(value)),
    )
  const asksForeign = (element) =>
    element.matches(
      'img,image,video,audio,source,input,track,iframe,embed,object,link,script,body,table,td',
    ) &&
    ['src', 'srcset', 'poster', 'background', 'data', 'href', 'xlink:href'].some((name) => {
      const value = element.getAttribute(name)
      if (!value) return false
      const address = URL.parse(value.trim().split(/\s/)[0], location.href)
      return (
        address !== null &&
        /^https?:$/.test(address.protocol) &&
        address.origin !== location.origin &&
        address.origin !== 'https://static.example'
      )
    })
  const counts = { executed: 0, leftOver: 0, asking: 0 }
  for (const dirty of batch) {
    const html = await clean(dirty).catch(() => '')
    globalThis.ran = 0
    const host = main.appendChild(document.createElement('div'))
    host.innerHTML = html
    const elements = [...host.querySelectorAll('*')]
    const dangerous = elements.some(isDangerous)
    const asks = elements.some(asksForeign)
    if (dangerous) counts.leftOver++
    if (asks) counts.asking++
    for (const element of elements)
      for (const type of [
        'click',
        'mouseover',
        'mouseenter',
        'focus',
        'toggle',
        'animationstart',
        'pointerover',
      ])
        element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
    // Errors of broken images arrive in a later task.
    if (dangerous || asks) await new Promise((resolve) => setTimeout(resolve, 5))
    if (globalThis.ran > 0) counts.executed++
    host.remove()
  }
  globalThis.ran = 0
  await new Promise((resolve) => setTimeout(resolve, 50))
  if (globalThis.ran > 0) counts.executed++
  return counts
}
