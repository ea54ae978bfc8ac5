// Writes the service worker of the built site: after the first visit all of it reads offline.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Chunks of mermaid for diagrams that no document has: they are cached when they are used. */
const UNUSED = new RegExp(
  '^assets/chunks/(?!flowDiagram|sequenceDiagram)' +
    '(?:\\w*Diagram|diagram|elk|cynefin|cytoscape|katex|cose-bilkent|swimlanes)[-.]',
)

/** @param {string} built @returns {{ files: number, bytes: number }} what is stored for offline */
export function writeServiceWorker(built) {
  const files = readdirSync(built, { recursive: true })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => statSync(path.join(built, file)).isFile())
    .filter((file) => file !== 'serviceWorker.js' && !UNUSED.test(file))
    .sort((one, other) => (one < other ? -1 : 1))
  const hash = createHash('sha256')
  let bytes = 0
  for (const file of files) {
    const content = readFileSync(path.join(built, file))
    bytes += content.length
    hash.update(file).update(content)
  }
  const code = readFileSync(path.join(import.meta.dirname, 'serviceWorker.js'), 'utf8')
    .replace("'VERSION'", JSON.stringify(hash.digest('hex').slice(0, 16)))
    .replace('[/* FILES */]', JSON.stringify(files.map(urlOf)))
  writeFileSync(path.join(built, 'serviceWorker.js'), code)
  return { files: files.length, bytes }
}

/** The path under which the site links a file: pages have no ending. */
const urlOf = (file) =>
  file.startsWith('demos/')
    ? `/${file}`
    : `/${file.replace(/(?:^|(?<=\/))index\.html$|\.html$/, '')}`
