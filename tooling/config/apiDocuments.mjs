// Writes the documents that derive from the contract in packages/api, and the list of encrypted
// paths of the web app. With `--check` it writes nothing and fails if a file differs.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  describeAsyncApi,
  describeCloseCodes,
  describeEndpoints,
  describeOpenApi,
} from '../../packages/api/src/exports/documents.ts'
import { ENCRYPTED_ENDPOINTS } from '../../packages/gateway-sign/src/login/encryptedEndpoints.ts'
import { listEndpoints } from '../../packages/api/src/exports/index.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (name) => readFileSync(path.join(root, name), 'utf8')
const json = (document) => `${JSON.stringify(document, undefined, 1)}\n`

/** The page with the generated table between its two markers. */
function withCloseCodes(page) {
  const [start, end] = ['<!-- close codes: generated -->', '<!-- end of close codes -->']
  const [before, rest = ''] = page.split(start)
  const after = rest.split(end)[1]
  if (after === undefined) throw new Error(`sockets.md has no ${start} ... ${end}`)
  return `${before}${start}\n\n${describeCloseCodes()}\n\n${end}${after}`
}

/** Formatted as oxfmt does. */
function encryptedPaths() {
  const paths = listEndpoints().flatMap(({ endpoint }) =>
    endpoint.encrypted && !(endpoint.path in ENCRYPTED_ENDPOINTS)
      ? [endpoint.path.replace('/v1/', '')]
      : [],
  )
  return [
    '// Generated from packages/api by `npm run check -- apiDocuments`; do not edit.',
    '',
    '/** Encrypted paths below `/v1/` that the specification does not list (wire 4). */',
    'export const ENCRYPTED_PATHS = [',
    ...paths.toSorted().map((one) => `  '${one}',`),
    '] as const',
    '',
  ].join('\n')
}

const documents = {
  'docs/openapi.json': json(describeOpenApi()),
  'docs/asyncapi.json': json(describeAsyncApi()),
  'docs/reference/endpoints.md': describeEndpoints(),
  'docs/reference/sockets.md': withCloseCodes(read('docs/reference/sockets.md')),
  'apps/web/src/app/encryptedPaths.ts': encryptedPaths(),
}

for (const [name, text] of Object.entries(documents)) {
  if (!process.argv.includes('--check')) writeFileSync(path.join(root, name), text)
  else if (read(name) !== text) {
    console.error(`${name} is out of date: run npm run check -- apiDocuments`)
    process.exitCode = 1
  }
}
