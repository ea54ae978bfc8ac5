import { median, ms } from '../measure.mjs'
import { openPage } from '../page.mjs'
import { OURS, PEERS } from './cleaners.mjs'
import { announcement, dirtyAnnouncement } from './documents.mjs'

const ROUNDS = 9
const CALLS = 60

/** Wall time in the page, where there is no CPU clock: reported, never gated. */
export async function speedInChromium() {
  const rows = []
  for (const [what, text] of [['Chromium, announcement of 4 KB', announcement()], ['Chromium, the same with attacks', dirtyAnnouncement()]]) {
    for (const source of [{ code: OURS, folder: 'packages/sanitize' }, { code: PEERS, folder: 'tooling/bench-peers' }]) {
      const { page, close } = await openPage(source)
      try {
        for (const who of await page.evaluate(() => Object.keys(globalThis.cleaners))) {
          if (who.includes('control')) continue
          const rounds = await page.evaluate(time, { who, text, rounds: ROUNDS, calls: CALLS })
          rows.push({ what, who, measured: ms(median(rounds)) })
        }
      } finally {
        await close()
      }
    }
  }
  return rows
}

async function time({ who, text, rounds, calls }) {
  const clean = globalThis.cleaners[who]
  for (let n = 0; n < calls; n++) await clean(text)
  const times = []
  for (let round = 0; round < rounds; round++) {
    const from = performance.now()
    for (let n = 0; n < calls; n++) await clean(text)
    times.push((performance.now() - from) / calls)
  }
  return times
}
