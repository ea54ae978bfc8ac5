// A table of 100,000 rows with 300 price updates a second while it is scrolled: the longest task of
// the main thread, and which parts of the page changed.
import { atMost } from './calibration.mjs'
import { longestTask } from './page.mjs'
import { installPeers } from './peers.mjs'
import { openScene } from './ui/scenePage.mjs'
import { rows as tableRows } from './ui/rows.js'

const SECONDS = Number(process.env['LIVE_SECONDS'] ?? 30)
const ROWS = Number(process.env['UI_ROWS'] ?? 100_000)
/** Drawn once a frame, as many as are due; every other one is in sight. */
const ROWS_A_SECOND = 300
const LONG_TASK = 50

export async function bench({ factor }) {
  await installPeers()
  const found = []
  for (const scene of ['table', 'sorted'])
    found.push(...bars(scene, { ...(await measure(scene)), factor }))
  return found
}

async function measure(name) {
  const scene = await openScene('ours.jsx')
  try {
    await scene.page.addScriptTag({
      content:
        `globalThis.COLUMNS = []; globalThis.makeRows = ${String(tableRows)}; ` +
        `globalThis.runLive = ${String(runLive)}`,
    })
    await scene.page.evaluate(
      ({ count, scene }) => {
        globalThis.rows = globalThis.makeRows(count)
        globalThis.shown = globalThis.scene[scene](globalThis.rows)
      },
      { count: ROWS, scene: name },
    )
    // Warm-up: the code is compiled before the measurement.
    await scene.page.evaluate((options) => globalThis.runLive(options), {
      rate: ROWS_A_SECOND,
      seconds: 2,
    })
    let run
    const longest = await longestTask(scene.page.context().browser(), {
      page: scene.page,
      work: async () =>
        (run = await scene.page.evaluate((options) => globalThis.runLive(options), {
          rate: ROWS_A_SECOND,
          seconds: SECONDS,
        })),
    })
    if (scene.faults.length > 0) throw scene.faults[0]
    return { ...run, longest }
  } finally {
    await scene.close()
  }
}

/**
 * Runs in the page. Changes of the page by scrolling are drawn first and counted apart from those
 * by prices.
 */
async function runLive({ rate, seconds }) {
  const box = globalThis.scene.scroller()
  const found = { updates: 0, inSight: 0, cells: 0, strays: 0, stray: '', scrolled: 0, frames: 0 }
  const observer = new MutationObserver((list) => void (found.scrolled += list.length))
  observer.observe(box, { subtree: true, childList: true, characterData: true, attributes: true })
  const cellOf = (node) =>
    (node instanceof Element ? node : node.parentElement)?.closest('[role=cell]')
  const update = (due) => {
    globalThis.shown.set({})
    found.scrolled += observer.takeRecords().length
    const visible = [...box.querySelectorAll('[data-row]')]
    const next = [...globalThis.rows]
    const changed = new Set()
    for (let turn = 0; turn < due; turn += 1) {
      const at =
        turn % 2 === 0
          ? Number(visible[(found.updates * 7) % visible.length].dataset.row.slice(1))
          : (found.updates * 7919) % next.length
      next[at] = { ...next[at], price: (50_000 + found.updates / 100).toFixed(2) }
      changed.add(`o${at}`)
      found.updates += 1
    }
    globalThis.rows = next
    globalThis.shown.set({ rows: next })
    const caused = observer.takeRecords()
    found.inSight += visible.filter((row) => changed.has(row.dataset.row)).length
    for (const { target } of caused) {
      const cell = cellOf(target)
      const row = cell?.closest('[data-row]')
      if (cell && changed.has(row?.dataset.row)) found.cells += 1
      else {
        found.strays += 1
        // Only of the first: recording every moved row takes longer than moving it, within the
        // measured task.
        found.stray ||= String(
          (target instanceof Element ? target : target.parentElement)?.outerHTML,
        ).slice(0, 160)
      }
    }
  }
  const from = performance.now()
  let direction = 1
  await new Promise((resolve) => {
    const frame = () => {
      const passed = Math.min(seconds, (performance.now() - from) / 1000)
      found.frames += 1
      update(Math.round(passed * rate) - found.updates)
      if (passed === seconds) return resolve()
      if (box.scrollTop > 60_000) direction = -1
      if (box.scrollTop === 0) direction = 1
      box.scrollTop += direction * 120
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  observer.disconnect()
  return found
}

function* bars(
  scene,
  { updates, inSight, cells, strays, stray, scrolled, frames, longest, factor },
) {
  const what =
    `${ROWS.toLocaleString('en')} rows, ` +
    `${scene === 'sorted' ? 'sorted by the price' : 'as they come'}, ${SECONDS} s`
  yield {
    what,
    who: 'row updates a second',
    measured: (updates / SECONDS).toFixed(0),
    bar: '>= 295',
    holds: updates / SECONDS >= 295,
  }
  yield {
    what,
    who: 'longest task, CPU',
    measured: `${milliseconds(longest.cpu)} (${milliseconds(longest.wall)} wall)`,
    ...atMost(longest.cpu, { limit: LONG_TASK, factor, format: milliseconds }),
  }
  yield {
    what,
    who: 'frames',
    measured: `${(frames / SECONDS).toFixed(0)} a second; ${scrolled} changes by scrolling`,
  }
  // A row that a new price moves is drawn at its new place; of other rows only the cell is drawn.
  yield scene === 'sorted'
    ? {
        what,
        who: 'changes of the page',
        measured: `${cells + strays}, ${inSight} of the changed rows in sight`,
      }
    : {
        what,
        who: 'changes of the page outside a changed cell',
        measured:
          `${strays} of ${cells + strays}, ${inSight} of the changed rows in ` +
          `sight${stray ? `: ${stray}` : ''}`,
        bar: '0',
        holds: strays === 0 && cells > 0,
      }
}

const milliseconds = (value) => `${value.toFixed(1)} ms`
