import { median, ms } from '../measure.mjs'
import { openPage } from '../page.mjs'
import { OURS, PEERS } from './cleaners.mjs'
import { announcement, dirtyAnnouncement } from './documents.mjs'

const ROUNDS = 7
const CALLS = 60

/** CPU time of the page's main thread, as the browser measures it. */
export async function speedInChromium() {
  const rows = []
  for (const [what, text] of [
    ['Chromium, announcement of 4 KB', announcement()],
    ['Chromium, the same with attacks', dirtyAnnouncement()],
  ]) {
    for (const source of [
      { code: OURS, folder: 'packages/sanitize' },
      { code: PEERS, folder: 'tooling/bench-peers' },
    ]) {
      const { page, close } = await openPage(source)
      try {
        for (const who of await page.evaluate(() => Object.keys(globalThis.cleaners))) {
          if (!who.includes('control'))
            rows.push({ what, who, measured: ms(await cpuOf(page, { who, text })) })
        }
      } finally {
        await close()
      }
    }
  }
  return rows
}

async function cpuOf(page, { who, text }) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const threadTime = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ThreadTime')
      .value
  const rounds = []
  for (let round = 0; round <= ROUNDS; round++) {
    const before = await threadTime()
    await page.evaluate(cleanRepeatedly, { who, text, calls: CALLS })
    // The first round is a warm-up.
    if (round > 0) rounds.push((((await threadTime()) - before) * 1000) / CALLS)
  }
  await session.detach()
  return median(rounds)
}

async function cleanRepeatedly({ who, text, calls }) {
  const clean = globalThis.cleaners[who]
  for (let n = 0; n < calls; n++) await clean(text)
}
