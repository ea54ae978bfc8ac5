// Tables, selects and dialogs of @x/ui and of other libraries, in one Chromium each: medians of CPU
// time, and bytes.
import { gzipSync } from 'node:zlib'
import { median, ms } from './measure.mjs'
import { installPeers } from './peers.mjs'
import { bundleScene, openScene } from './ui/scenePage.mjs'
import { BARE, BARS, SCENES, WEIGHTS } from './ui/plan.mjs'
import { changed, rows as tableRows } from './ui/rows.js'

const ROUNDS = Number(process.env['UI_ROUNDS'] ?? 7)
const ROWS = Number(process.env['UI_ROWS'] ?? 100_000)
const FRAMES = 40
/** `UI_PARTS=scroll,dialog` measures those alone, without bytes. */
const PARTS = process.env['UI_PARTS']?.split(',')
const isWanted = (part) => PARTS === undefined || part === 'nothing' || PARTS.includes(part)

export async function bench() {
  await installPeers()
  const scenes = []
  try {
    for (const { who, file, parts } of SCENES)
      scenes.push({ who, file, parts, readings: {}, ...(await openScene(file)) })
    for (const scene of scenes) await prepare(scene.page)
    if (isWanted('dialog')) await firstDialogs(scenes)
    for (const [part, measure] of Object.entries(MEASURES).filter(([name]) => isWanted(name)))
      await inTurns(
        scenes.filter(({ parts }) => parts.includes(part)),
        measure,
      )
    for (const { faults } of scenes) if (faults.length > 0) throw faults[0]
  } finally {
    for (const scene of scenes) await scene.close()
  }
  const found = Object.fromEntries(
    scenes.map(({ who, readings }) => [
      who,
      Object.fromEntries(Object.entries(readings).map(([what, values]) => [what, median(values)])),
    ]),
  )
  for (const [who, times] of Object.entries(found))
    console.log(
      `${who}: ${Object.entries(times)
        .map(([what, value]) => `${what} ${ms(value)}`)
        .join(', ')}`,
    )
  return [...bars(found), ...(PARTS ? [] : await weights())]
}

/**
 * Round by round, one scene after the other: a temporary slowdown of the machine affects them all
 * (docs/adr/testing.md).
 */
async function inTurns(scenes, { before, round, after }) {
  const keep = (scene, times) => {
    for (const [what, value] of Object.entries(times ?? {}))
      (scene.readings[what] ??= []).push(value)
  }
  for (const scene of scenes) keep(scene, await before?.(scene))
  for (let turn = 0; turn <= ROUNDS; turn += 1) {
    for (const scene of scenes) {
      const times = await round(scene, turn)
      // The first round compiles the code.
      if (turn > 0) keep(scene, times)
    }
  }
  for (const scene of scenes) keep(scene, await after?.(scene))
}

/** The data is created before the measurement and is the same for all. */
async function prepare(page) {
  await page.addScriptTag({
    content:
      `globalThis.COLUMNS = []; globalThis.makeRows = ${String(tableRows)}; ` +
      `globalThis.changeRows = ${String(changed)}`,
  })
  await page.evaluate((count) => {
    globalThis.rows = globalThis.makeRows(count)
  }, ROWS)
  await giveFrames(page)
}

const giveFrames = (page) =>
  page.evaluate(
    () => void (globalThis.frame = () => new Promise((resolve) => requestAnimationFrame(resolve))),
  )

const showTable = async ({ page }) =>
  void (await page.evaluate(
    () => void (globalThis.shown = globalThis.scene.table(globalThis.rows)),
  ))
const showSorted = async ({ page }) =>
  void (await page.evaluate(
    () => void (globalThis.shown = globalThis.scene.sorted(globalThis.rows)),
  ))
const close = async ({ page }) => void (await page.evaluate(() => globalThis.shown.close()))

async function updateTenth({ page, cpu }, turn) {
  await page.evaluate(
    (n) => void (globalThis.next = globalThis.changeRows(globalThis.rows, n)),
    turn,
  )
  return cpu(() => globalThis.shown.set({ rows: globalThis.next }))
}

/** Milliseconds after which an opened list has stopped moving, in every library. */
const AT_REST = 400

/**
 * Each time on a new page: code that a select compiled must not speed up the first dialog
 * (docs/adr/testing.md).
 */
async function firstDialogs(scenes) {
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const { file, readings } of scenes.filter(({ parts }) => parts.includes('dialog'))) {
      const fresh = await openScene(file)
      await giveFrames(fresh.page)
      await showDialog(fresh)
      ;(readings['dialog first'] ??= []).push(await openDialog(fresh))
      await fresh.close()
      if (fresh.faults.length > 0) throw fresh.faults[0]
    }
  }
}

async function showDialog({ page }) {
  await page.evaluate(() => void (globalThis.shown = globalThis.scene.dialog()))
  // A user opens a dialog with a pointer: what a library prepares on hover, it prepares
  // outside of the reading.
  await page.mouse.move(20, 20)
  await page.mouse.move(40, 40)
  await page.waitForTimeout(AT_REST)
}

const openDialog = ({ cpu }) =>
  cpu(async () => {
    await globalThis.shown.set({ open: true })
    while (
      ![...document.querySelectorAll('[role=dialog], [role=alertdialog]')].some((one) =>
        one.checkVisibility(),
      )
    )
      await globalThis.frame()
  })

const shutDialog = async ({ page }) => {
  await page.evaluate(() => globalThis.shown.set({ open: false }))
  await page.waitForTimeout(600)
}

const MEASURES = {
  nothing: {
    async round({ cpu }) {
      const reading = await cpu(() => {})
      return { 'table mount': reading, 'table update': reading, 'sorted update': reading }
    },
  },
  mount: {
    async round(scene) {
      const time = await scene.cpu(
        () => void (globalThis.shown = globalThis.scene.table(globalThis.rows)),
      )
      await close(scene)
      return { 'table mount': time }
    },
  },
  update: {
    before: showTable,
    round: async (scene, turn) => ({ 'table update': await updateTenth(scene, turn) }),
    after: close,
  },
  scroll: {
    before: showTable,
    round: async ({ cpu }) => ({ 'table scroll': (await cpu(scrollFrames, FRAMES)) / FRAMES }),
    async after(scene) {
      const blank = await scene.page.evaluate(() => globalThis.blank)
      await close(scene)
      return { blank }
    },
  },
  sorted: {
    before: showSorted,
    round: async (scene, turn) => ({ 'sorted update': await updateTenth(scene, turn) }),
    after: close,
  },
  select: {
    async round({ page, cpu, cpuOutside }) {
      const shut = await cpu(() => void (globalThis.shown = globalThis.scene.select()))
      const input = page.locator('[role=combobox]').first()
      const press = async () => {
        await input.click({ force: true })
        await page.waitForFunction(() =>
          [...document.querySelectorAll('[role=option], .el-select-dropdown__item')].some((one) =>
            one.checkVisibility(),
          ),
        )
      }
      const open = await cpuOutside(press)
      await page.keyboard.press('Escape')
      await page.waitForTimeout(AT_REST)
      const again = await cpuOutside(press)
      // The frames of the opening list are not part of a key press.
      await page.waitForTimeout(AT_REST)
      const key = await cpuOutside(() => page.keyboard.press('7'))
      await page.keyboard.press('Escape')
      await page.evaluate(() => globalThis.shown.close())
      return {
        'select shut': shut,
        'select first open': open,
        'select reopen': again,
        'select keystroke': key,
      }
    },
  },
  dialog: {
    async before(scene) {
      await showDialog(scene)
      const first = await openDialog(scene)
      await shutDialog(scene)
      return { 'dialog after the others': first }
    },
    async round(scene) {
      const warm = await openDialog(scene)
      await shutDialog(scene)
      return { 'dialog warm': warm }
    },
    after: close,
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
    if (!at || at === box || at.textContent.length === 0 || at.childElementCount > 8)
      globalThis.blank += 1
  }
  // Work that is deferred until the scroll ends is part of it.
  await new Promise((resolve) => setTimeout(resolve, 200))
}

function* bars(found) {
  for (const { what, unit, anchor, ratio } of BARS) {
    const floor = found[BARE]?.[what] ?? 0
    const net = (who) =>
      found[who]?.[what] === undefined ? undefined : Math.max(0, found[who][what] - floor)
    const best = Math.min(...anchor.map((who) => net(who) ?? Infinity))
    if (floor > 0) yield { what, who: BARE, measured: `${ms(floor)}, taken off the others` }
    for (const who of Object.keys(found)) {
      const value = net(who)
      if (value === undefined || who === BARE) continue
      const text = unit === 'frames' ? `${value} of ${FRAMES}` : ms(value)
      if (who !== '@x/ui') yield { what, who, measured: text }
      else if (unit === 'frames') yield { what, who, measured: text, bar: '0', holds: value === 0 }
      else
        yield {
          what,
          who,
          measured:
            ratio === undefined
              ? text
              : `${text}, ${(value / best).toFixed(2)} of ${anchor.join(' or ')}`,
          ...(ratio === undefined
            ? {}
            : { bar: `<= ${ratio.toFixed(2)}`, holds: value <= best * ratio }),
        }
    }
  }
}

async function weights() {
  const rows = []
  for (const { what, who, code, bar } of WEIGHTS) {
    const files = await bundleScene({ code })
    const size = (end) =>
      files
        .filter(({ name }) => name.endsWith(end))
        .reduce((sum, { contents }) => sum + gzipSync(contents).length, 0) / 1024
    const total = size('.js') + size('.css')
    rows.push({
      what,
      who,
      measured: `${size('.js').toFixed(0)} + ${size('.css').toFixed(0)} KB`,
      ...(bar ? { bar: `<= ${bar} KB`, holds: total <= bar } : {}),
    })
  }
  return rows
}
