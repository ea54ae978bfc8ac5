import { bundle } from '../bundle.mjs'
import { kb } from '../measure.mjs'

const KB = 1024
const BAR_KB = 4

export async function bytes() {
  const what = 'script of a page (brotli)'
  const { files, first } = await bundle({
    code: "export { createSanitizer } from '@x/sanitize'",
    folder: 'packages/sanitize',
  })
  const sum = (list) => list.reduce((total, file) => total + file.bytes, 0)
  const entry = sum(files.filter(({ name }) => first.has(`out/${name}`)))
  // The library is a lazy chunk for browsers without a native sanitiser; it is by far the
  // largest.
  const [library, ...lazy] = files
    .filter(({ name }) => !first.has(`out/${name}`))
    .sort((a, b) => b.bytes - a.bytes)
  const peer = async (code) => sum((await bundle({ code, folder: 'tooling/bench-peers' })).files)
  return [
    {
      what,
      who: '@x/sanitize, links and text',
      measured: kb(entry),
      bar: `<= ${BAR_KB} KB`,
      holds: entry <= BAR_KB * KB,
    },
    { what, who: '… with HTML, by the browser', measured: kb(entry + sum(lazy)) },
    {
      what,
      who: '… with HTML, by sanitize-html',
      measured: kb(entry + sum(lazy) + (library?.bytes ?? 0)),
    },
    {
      what,
      who: 'DOMPurify',
      measured: kb(await peer("import purify from 'dompurify'; globalThis.x = purify")),
    },
    {
      what,
      who: 'sanitize-html',
      measured: kb(await peer("import sanitize from 'sanitize-html'; globalThis.x = sanitize")),
    },
  ]
}
