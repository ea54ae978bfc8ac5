// Runs a client against a gateway of its own: `node nightly.mjs [minutes]`. An unchanged ccxt makes
// a market in paper for that long, and its books must equal ours to the last digit.
import path from 'node:path'
import { startGateway } from '../bench/gateway/startGateway.mjs'
import { installOnDemand } from '../bootstrap/onDemand.mjs'
import { run } from '../bootstrap/run.mjs'

const folder = import.meta.dirname
const minutes = Number(process.argv[2] ?? 5)
if (!(minutes > 0)) {
  process.stderr.write('The number of minutes is a number above zero.\n')
  process.exit(2)
}

/** A key of the demonstration account, as `npm run api-key` makes one. */
async function createKey({ url, demo: { password } }) {
  const response = await fetch(`${url}/v1/dev/apiKey`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password, permissions: ['read', 'spot'], realm: 'paper' }),
  })
  const { code, msg, data } = await response.json()
  if (code !== '0') throw new Error(`No key: ${code} ${msg}`)
  return data
}

await installOnDemand(folder)
const gateway = await startGateway({ ORDER_LIMITS: '' })
try {
  const { apiKey, secret } = await createKey(gateway)
  await run('node', [path.join(folder, 'maker.mjs'), gateway.url, apiKey, secret, String(minutes)])
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  await gateway.stop()
}
