// Writes docs/openapi.json and docs/asyncapi.json from the contract in packages/api. With `--check`
// it writes nothing and fails if a file differs from the contract.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describeAsyncApi, describeOpenApi } from '../../packages/api/src/exports/documents.ts'

const root = path.resolve(import.meta.dirname, '../..')
const documents = {
  'docs/openapi.json': describeOpenApi(),
  'docs/asyncapi.json': describeAsyncApi(),
}

for (const [name, document] of Object.entries(documents)) {
  const file = path.join(root, name)
  const text = `${JSON.stringify(document, undefined, 1)}\n`
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${name} is out of date: run npm run check -- apiDocuments`)
    process.exitCode = 1
  }
}
