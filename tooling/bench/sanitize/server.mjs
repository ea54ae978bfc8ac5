import { createServerSanitizer } from '../../../packages/sanitize/src/exports/server.ts'
import { costOf, ms } from '../measure.mjs'
import { importPeer } from '../peers.mjs'
import { announcement, dirtyAnnouncement, OUR_OPTIONS } from './documents.mjs'

/** Hostile nesting, 21 KB. */
const HOSTILE = '<div><b><i>'.repeat(2_000)

export async function speedOnServer() {
  const sanitizeHtml = await importPeer('sanitize-html')
  const { JSDOM } = await importPeer('jsdom')
  const createDOMPurify = await importPeer('dompurify')
  const purify = createDOMPurify(new JSDOM('').window)
  const { html } = createServerSanitizer(OUR_OPTIONS)
  const clean = {
    '@x/sanitize/server': html,
    'sanitize-html': (text) => sanitizeHtml(text),
    'DOMPurify on jsdom': (text) => purify.sanitize(text),
  }
  for (const [who, run] of Object.entries(clean)) {
    const result = run(dirtyAnnouncement())
    if (/<script|onclick/.test(result) || !result.includes('COIN7/USDT'))
      throw new Error(`${who} does not clean`)
  }
  const time = (text, calls) =>
    Object.entries(clean).map(([who, run]) => [
      who,
      costOf(() => run(text), { calls, rounds: 7, warmUp: Math.min(calls, 20) }),
    ])
  return [
    ...time(announcement(), 60).map(([who, cpu]) => ({
      what: 'Node, announcement of 4 KB',
      who,
      measured: ms(cpu),
    })),
    ...time(dirtyAnnouncement(), 60).map(([who, cpu]) => ({
      what: 'Node, the same with attacks',
      who,
      measured: ms(cpu),
    })),
    ...hostile(clean),
  ]
}

/** Measured once each: some take minutes. */
function hostile(clean) {
  return Object.entries(clean).map(([who, run]) => {
    let measured
    const before = process.cpuUsage()
    try {
      run(HOSTILE)
    } catch (error) {
      measured = `threw ${error.name}`
    }
    const { user, system } = process.cpuUsage(before)
    return {
      what: `Node, ${Math.round(HOSTILE.length / 1024)} KB of hostile nesting`,
      who,
      measured: measured ?? ms((user + system) / 1000),
    }
  })
}
