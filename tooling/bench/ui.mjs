// Tables, selects and dialogs of @x/ui beside those of other libraries, in one Chromium each: medians of CPU time, and what they weigh.
import { gzipSync } from 'node:zlib'
import { median, ms } from './measure.mjs'
import { installPeers } from './peers.mjs'
import { bundleScene, openScene } from './ui/scenePage.mjs'
import { BARE, BARS, SCENES, WEIGHTS } from './ui/plan.mjs'
import { changed, rows as tableRows } from './ui/rows.js'

const ROUNDS = Number(process.env['UI_ROUNDS'] ?? 7)
const ROWS = Number(process.env['UI_ROWS'] ?? 100_000)
const FRAMES = 40

export async function bench() {
  await installPeers()
  const found = {}
  for (const { who, file, parts } of SCENES) {
    found[who] = await measure(file, parts)
    console.log(`${who}: ${Object.entries(found[who]).map(([what, value]) => `${what} ${ms(value)}`).join(', ')}`)
  }
  return [...bars(found), ...(await weights())]
}

async function measure(file, parts) {
  const scene = await openScene(file)
  try {
    await prepare(scene.page)
    const times = {}
    for (const part of parts) Object.assign(times, await MEASURES[part](scene))
    if (scene.faults.length > 0) throw scene.faults[0]
    return times
  } finally {
    await scene.close()
  }
}

/** The data is made before anything is measured, and is the same for all. */
async function prepare(page) {
  await page.addScriptTag({ content: `globalThis.COLUMNS = []; globalThis.makeRows = ${String(tableRows)}; globalThis.changeRows = ${String(changed)}` })
  await page.evaluate((count) => {
    globalThis.rows = globalThis.makeRows(count)
    globalThis.frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  }, ROWS)
}

const repeat = async (work, rounds = ROUNDS) => {
  const values = []
  for (let round = 0; round <= rounds; round += 1) values.push(await work(round))
  // The first compiles the code.
  return median(values.slice(1))
}

const MEASURES = {
  async nothing({ cpu }) {
    const reading = await repeat(() => cpu(() => {}))
    return { 'table mount': reading, 'table update': reading, 'sorted update': reading }
  },
  async table({ page, cpu }) {
    const mount = await repeat(async () => {
      const time = await cpu(() => void (globalThis.shown = globalThis.scene.table(globalThis.rows)))
      await page.evaluate(() => globalThis.shown.close())
      return time
    })
    await page.evaluate(() => void (globalThis.shown = globalThis.scene.table(globalThis.rows)))
    const update = await repeat(async (turn) => {
      await page.evaluate((n) => void (globalThis.next = globalThis.changeRows(globalThis.rows, n)), turn)
      return cpu(() => globalThis.shown.set({ rows: globalThis.next }))
    })
    const scrolled = await repeat(() => cpu(scrollFrames, FRAMES), 3)
    const blank = await page.evaluate(() => globalThis.blank)
    await page.evaluate(() => globalThis.shown.close())
    return { 'table mount': mount, 'table update': update, 'table scroll': scrolled / FRAMES, blank }
  },
  async sorted({ page, cpu }) {
    await page.evaluate(() => void (globalThis.shown = globalThis.scene.sorted(globalThis.rows)))
    const update = await repeat(async (turn) => {
      await page.evaluate((n) => void (globalThis.next = globalThis.changeRows(globalThis.rows, n)), turn)
      return cpu(() => globalThis.shown.set({ rows: globalThis.next }))
    })
    await page.evaluate(() => globalThis.shown.close())
    return { 'sorted update': update }
  },
  async select({ page, cpu, cpuOutside }) {
    const times = { shut: [], open: [], again: [], key: [] }
    for (let round = 0; round <= ROUNDS; round += 1) {
      times.shut.push(await cpu(() => void (globalThis.shown = globalThis.scene.select())))
      const input = page.locator('[role=combobox]').first()
      const press = async () => {
        await input.click({ force: true })
        await page.waitForFunction(() => [...document.querySelectorAll('[role=option], .el-select-dropdown__item')].some((one) => one.checkVisibility()))
      }
      times.open.push(await cpuOutside(press))
      await page.keyboard.press('Escape')
      await page.waitForTimeout(400)
      times.again.push(await cpuOutside(press))
      times.key.push(await cpuOutside(() => page.keyboard.press('7')))
      await page.keyboard.press('Escape')
      await page.evaluate(() => globalThis.shown.close())
    }
    return { 'select shut': median(times.shut.slice(1)), 'select first open': median(times.open.slice(1)), 'select reopen': median(times.again.slice(1)), 'select keystroke': median(times.key.slice(1)) }
  },
  async dialog({ page, cpu }) {
    await page.evaluate(() => void (globalThis.shown = globalThis.scene.dialog()))
    const open = () => cpu(async () => {
      await globalThis.shown.set({ open: true })
      while (![...document.querySelectorAll('[role=dialog], [role=alertdialog]')].some((one) => one.checkVisibility())) await globalThis.frame()
    })
    const shut = async () => {
      await page.evaluate(() => globalThis.shown.set({ open: false }))
      await page.waitForTimeout(600)
    }
    const first = await open()
    await shut()
    const warm = await repeat(async () => {
      const time = await open()
      await shut()
      return time
    })
    await page.evaluate(() => globalThis.shown.close())
    return { 'dialog first': first, 'dialog warm': warm }
  },
}

async function scrollFrames(frames) {
  const box = globalThis.scene.scroller()
  box.scrollTop = 0
  await globalThis.frame()
  const { left, top, height } = box.getBoundingClientRect()
  globalThis.blank = 0
  for (let n = 0; n < frames; n += 1) {
    box.scrollTop += 600
    await globalThis.frame()
    const at = document.elementFromPoint(left + 20, top + height / 2)
    if (!at || at === box || at.textContent.length === 0 || at.childElementCount > 8) globalThis.blank += 1
  }
}

function* bars(found) {
  for (const { what, unit, anchor, ratio } of BARS) {
    const floor = found[BARE]?.[what] ?? 0
    const net = (who) => (found[who]?.[what] === undefined ? undefined : Math.max(0, found[who][what] - floor))
    const best = Math.min(...anchor.map((who) => net(who) ?? Infinity))
    if (floor > 0) yield { what, who: BARE, measured: `${ms(floor)}, taken off the others` }
    for (const who of Object.keys(found)) {
      const value = net(who)
      if (value === undefined || who === BARE) continue
      const text = unit === 'frames' ? `${value} of ${FRAMES}` : ms(value)
      if (who !== '@x/ui') yield { what, who, measured: text }
      else if (unit === 'frames') yield { what, who, measured: text, bar: '0', holds: value === 0 }
      else yield { what, who, measured: ratio === undefined ? text : `${text}, ${(value / best).toFixed(2)} of ${anchor.join(' or ')}`, ...(ratio === undefined ? {} : { bar: `<= ${ratio.toFixed(2)}`, holds: value <= best * ratio }) }
    }
  }
}

async function weights() {
  const rows = []
  for (const { what, who, code, bar } of WEIGHTS) {
    const files = await bundleScene({ code })
    const size = (end) => files.filter(({ name }) => name.endsWith(end)).reduce((sum, { contents }) => sum + gzipSync(contents).length, 0) / 1024
    const total = size('.js') + size('.css')
    rows.push({ what, who, measured: `${size('.js').toFixed(0)} + ${size('.css').toFixed(0)} KB`, ...(bar ? { bar: `<= ${bar} KB`, holds: total <= bar } : {}) })
  }
  return rows
}
